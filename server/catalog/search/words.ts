/**
 * Possible meanings of a search's words. Each is looked up in the shop's own vocabulary, so that a search uses only
 * words that occur in products.
 */
import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'
import { editDistance } from '../../platform/edit-distance.ts'
import { synonymsFor, withSynonyms } from './synonyms.ts'
import type { Match, MatchKind, Token } from './token.ts'

interface Row extends Omit<Match, 'kind'> {
  position: number
  kind: MatchKind | 'typed' | 'synonym'
}

/** The maximum number of words in a search; any further words are ignored, since each costs a lookup. */
const TOKENS_MAX = 12
const LONGER_MAX = 12
const NEAR_MAX = 80
const SOUND_MAX = 6
/** The maximum number of words with the same first two letters to compare with the word being typed. */
const START_MAX = 60
/** The maximum difference in length between a word and its transliteration, in letters. */
const SOUND_SPREAD = 4

/**
 * Folds a search and looks up its words. Unless `wide` is set, words that occur in the shop's products, even if only as
 * the beginning of a longer word, are not treated as misspelled.
 */
export async function lookUp(db: Handle, search: string, wide: boolean): Promise<Token[]> {
  // Replaces ligatures, such as those in text copied from a PDF, with their letters.
  const typed = search.normalize('NFKC')
  const rows = await findRows(db, typed, wide)
  const known = new Map<string, number>()
  for (const { kind, word, products } of rows) {
    if (kind === 'synonym') known.set(word, products)
  }
  return withSynonyms(tokensOf(rows), known)
}

/** The words as they were typed in the search; a word that is joined to its neighbors there stays folded. */
export async function asTyped(
  db: Handle,
  search: string,
  tokens: readonly Token[],
): Promise<string[]> {
  const folded = tokens.flatMap(({ text }) => text.split(' '))
  const { rows } = await sql<{ typed: string; words: string[] }>`
    select typed, search_words(search_fold(typed)) as words
    from regexp_split_to_table(${search.normalize('NFKC')}, '[\\s,،;/-]+') as part (typed)`.execute(
    db,
  )
  const typed = new Map(
    rows.flatMap(({ typed, words: [word, ...more] }) =>
      word && more.length === 0 ? [[word, typed] as const] : [],
    ),
  )
  return folded.map((word) => typed.get(word) ?? word)
}

async function findRows(db: Handle, search: string, wide: boolean): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with typed as materialized (
      select t.word, t.position, lead(t.word) over (order by t.position) as next,
        lag(t.word) over (order by t.position) as before,
        -- Not with exists, which would read all words of a small shop.
        coalesce((select products > 0 from search_word known where known.word = t.word), false)
          and not ${wide}::boolean as is_known
      from unnest(search_words(search_fold(${search}))) with ordinality as t (word, position)
      limit ${TOKENS_MAX}
    ), token as materialized (
      -- The beginning of a word is not misspelled either.
      select t.*, t.is_known or not ${wide}::boolean and length(t.word) > 1
        and t.word !~ '^[0-9_]+$' and exists (
          select from search_word
          where word > t.word and word < t.word || chr(1114111) and products > 0
        ) as is_settled
      from typed t
    )
    select 'typed' as kind, position, word, 0 as products from token
    union all
    select 'exact', t.position, w.word, w.products
    from token t join search_word w on w.word = t.word
    union all
    select 'inflection', t.position, w.word, w.products
    from token t cross join unnest(search_forms(t.word)) form join search_word w on w.word = form
    union all
    select 'compound', t.position, w.word, w.products
    from token t join search_word w on w.word in (t.word || t.next, t.before || t.word)
    union all
    select 'longer', t.position, w.word, w.products
    from token t cross join lateral (
      select word, products from search_word
      where word > t.word and word < t.word || chr(1114111) and products > 0
      order by products desc, word limit ${LONGER_MAX}
    ) w
    where length(t.word) > 1 or not t.is_known
    union all
    select 'start', t.position, w.word, w.products
    from token t cross join lateral (
      select word, products from search_word
      where word > left(t.word, 2) and word < left(t.word, 2) || chr(1114111) and products > 0
      order by products desc, word limit ${START_MAX}
    ) w
    where not t.is_settled and t.next is null and length(t.word) >= 4 and t.word !~ '[0-9]'
    union all
    select distinct 'part', t.position, w.word, w.products
    from token t
    cross join generate_series(1, length(t.word)) start
    cross join generate_series(1, length(t.word)) size
    -- The limit makes the planner look up each part in an index: a join would read every word of the shop.
    cross join lateral (
      select word, products from search_word where word = substr(t.word, start, size) limit 1
    ) w
    where not t.is_settled and length(t.word) between 3 and 32 and size < length(t.word)
    union all
    select 'near', t.position, w.word, w.products
    from token t cross join lateral (
      select word, products from search_word
      where near && search_near(t.word) and word <> t.word
      order by products desc, word limit ${NEAR_MAX}
    ) w
    where not t.is_settled and length(t.word) between 3 and 24 and t.word !~ '[0-9]'
    union all
    select case when length(w.sound) > 2 then 'phonetic' else 'echo' end, t.position, w.word, w.products
    from token t cross join lateral (
      select word, products, sound from search_word
      where sound = search_sound(t.word) and word <> t.word and length(sound) > 1
        -- Eight letters that sound like two are random keys, not a word.
        and length(t.word) <= 3 * length(sound)
        and abs(length(word) - length(t.word)) <= ${SOUND_SPREAD}
        -- Letters repeated by a key that was held down are not a word either.
        and (length(sound) > 2
          or length(t.word) <= length(regexp_replace(t.word, '(.)\\1+', '\\1', 'g')) + 1)
      order by products desc, word limit ${SOUND_MAX}
    ) w
    where not t.is_settled and t.word ~ '[^0-9]{2}'
    union all
    select 'synonym', 0, word, products from search_word
    where word = any(${synonymsFor(search)}::text[]) and products > 0`.execute(db)
  return rows
}

function tokensOf(rows: readonly Row[]): Token[] {
  const typed = rows.filter(({ kind }) => kind === 'typed')
  return typed
    .sort((one, other) => one.position - other.position)
    .map(({ word, position }) => ({
      text: word,
      matches: rows.filter(
        (row): row is Row & { kind: MatchKind } =>
          row.position === position &&
          row.kind !== 'typed' &&
          row.kind !== 'synonym' &&
          row.products > 0 &&
          !(SOUNDS.has(row.kind) && isNoise(word, row.word)),
      ),
    }))
}

const SOUNDS: ReadonlySet<Row['kind']> = new Set(['phonetic', 'echo'])
const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const KEY_RUNS = [...KEY_ROWS, ...KEY_ROWS.map((row) => [...row].reverse().join(''))]
const LATIN = /^[a-z]+$/

/**
 * Whether a word sounds like one of the shop's words only by chance: it is a run of adjacent keys, or is in the same
 * script but has more letters wrong than right.
 */
function isNoise(typed: string, word: string): boolean {
  if (typed.length >= 4 && KEY_RUNS.some((run) => run.includes(typed))) return true
  if (LATIN.test(typed) !== LATIN.test(word)) return false
  return editDistance(typed, word) * 2 > Math.max(typed.length, word.length)
}
