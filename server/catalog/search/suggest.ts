/** Suggestions while typing: the best few products whose names have what was typed so far. */
import { sql } from 'kysely'
import type { Suggestion } from '#contract/catalog.ts'
import { SUGGESTIONS_MAX } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { hitsOf, inCategory, opaqueToPlanner } from '../listing/filters.ts'
import { scored } from './pages.ts'
import { readPrice } from './price.ts'
import { readTokens, type SearchQuery, type Test } from './query.ts'
import type { Token } from './token.ts'
import { lookUp } from './words.ts'

/** Of the hits, the most popular are scored: up to four times the number shown. */
const SCORED_MAX = 4 * SUGGESTIONS_MAX

/** @param category by its name; null for all. */
export async function suggest(
  db: Handle,
  typed: string,
  category: string | null,
): Promise<Suggestion[]> {
  if (typed.trim() === '') return []
  for (const read of await readingsOf(db, readPrice(typed).words)) {
    const query = await read()
    if (!query) continue
    for (const wanted of wantedOf(query)) {
      const found = await findInShop(db, wanted, category)
      if (found.length > 0) return found
    }
  }
  return []
}

interface Wanted {
  words: string
  /** What distinguishes its hits. */
  tests: Test[]
}

/** A word that only a description has is a weak reason for a suggestion, and comes last. */
function wantedOf({ likeNamed, any, tests }: SearchQuery): Wanted[] {
  return [
    { words: likeNamed, tests: tests.filter(({ isInLikeNamed }) => !isInLikeNamed) },
    { words: any, tests },
  ]
}

/** Possible readings, the likeliest first; null where no product can match. */
async function readingsOf(
  db: Handle,
  typed: string,
): Promise<ReadonlyArray<() => Promise<SearchQuery | null>>> {
  const tokens = await lookUp(db, typed, false)
  const read = (some: readonly Token[], wide: boolean) => readTokens(some, { typing: true, wide })
  let widely: Promise<SearchQuery | null> | null = null
  return [
    async () => read(tokens, false),
    // Nothing has the word being typed: the words before it still help.
    async () => read(tokens.slice(0, -1), false),
    () => {
      widely ??= lookUp(db, typed, true).then((all) => read(all, true))
      return widely
    },
  ]
}

/** Of all hits the most popular are scored. */
async function findInShop(
  db: Handle,
  { words, tests }: Wanted,
  category: string | null,
): Promise<Suggestion[]> {
  const popular = sql`
    select top.* from (
      select s.product_id as id, s.popularity, s.name_words, s.words from ${hitsOf(words)}
      where ${all(inCategory(category))} offset 0
    ) top
    order by top.popularity desc, top.id desc limit ${opaqueToPlanner(sql`${SCORED_MAX}::integer`)}`
  const best = sql`
    select * from (${scored(popular, tests)}) hit
    order by key desc, id desc limit ${opaqueToPlanner(sql`${SUGGESTIONS_MAX}::integer`)}`
  const { rows } = await sql<{
    id: number
    name: string
    name_ar: string
    category: Suggestion['category']
    picture_key: string | null
    price_cents: number
  }>`
    select p.id, p.name, p.name_ar, c.name as category, p.picture_key, p.price_cents
    from (${best}) hit join product p on p.id = hit.id join category c on c.id = p.category_id
    where p.deleted_at is null
    order by hit.key desc, hit.id desc`.execute(db)
  return rows.map(({ picture_key, price_cents, ...product }) => ({
    ...product,
    profileImage: picture_key && wirePictureUrl(picture_key),
    price: fromCents(price_cents),
  }))
}
