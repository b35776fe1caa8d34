/** Suggestions while typing: the few products that best match the typed words. */
import { type RawBuilder, sql } from 'kysely'
import { SUGGESTIONS_MAX } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import type { Suggestion } from '#contract/product-lists.ts'
import { all, opaqueToPlanner } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { hitsOf, inCategory, listed } from '../listing/filters.ts'
import { scored, scoreOf } from './pages.ts'
import type { IndexQuery, PopularityIndex } from './popularity-index.ts'
import { readPriceOrName } from './price-or-name.ts'
import { readTokens, type SearchQuery, type Test } from './query.ts'
import type { Token } from './token.ts'
import { lookUp } from './words.ts'

/** The maximum number of hits to score; if there are more, only the most popular are scored. */
const SCORED_MAX = 4 * SUGGESTIONS_MAX

type Index = Pick<PopularityIndex, 'find' | 'matcherFor' | 'hasAll'>

/** @param category the category's name; null for all categories. */
export async function suggest(
  db: Handle,
  index: Index,
  typed: string,
  category: string | null,
): Promise<Suggestion[]> {
  if (typed.trim() === '') return []
  const readings = await readingsOf(db, (await readPriceOrName(db, typed)).words)
  const inIndex: Find = ({ words, tests }) => findInIndex(db, index, tests, { words, category })
  const anywhere: Find = async (wanted) =>
    (await inIndex(wanted)) ?? findInShop(db, wanted, category)
  // An index of the whole shop may be several minutes old, so an empty result proves nothing.
  for (const find of index.hasAll() ? [inIndex, anywhere] : [anywhere]) {
    for (const read of readings) {
      const query = await read()
      if (!query) continue
      for (const wanted of wantedOf(query)) {
        const found = await find(wanted)
        if (found && found.length > 0) return found
      }
    }
  }
  return []
}

interface Wanted {
  words: string
  /** The tests that distinguish the hits: not every hit passes them. */
  tests: Test[]
}

type Find = (wanted: Wanted) => Promise<Suggestion[] | null>

/** Two queries to try in turn: names first, as a word found only in a description is a weak reason for a suggestion. */
function wantedOf({ likeNamed, any, tests }: SearchQuery): Wanted[] {
  return [
    { words: likeNamed, tests: tests.filter(({ isInLikeNamed }) => !isInLikeNamed) },
    { words: any, tests },
  ]
}

/** Functions that each return a reading of the typed words, the likeliest first; null if no product can match it. */
async function readingsOf(
  db: Handle,
  typed: string,
): Promise<ReadonlyArray<() => Promise<SearchQuery | null>>> {
  const tokens = await lookUp(db, typed, false)
  const read = (some: readonly Token[], wide: boolean) => readTokens(some, { typing: true, wide })
  let widely: Promise<SearchQuery | null> | null = null
  return [
    async () => read(tokens, false),
    // In case no product has the word being typed: the words before it still help.
    async () => read(tokens.slice(0, -1), false),
    () => {
      widely ??= lookUp(db, typed, true).then((all) => read(all, true))
      return widely
    },
  ]
}

/**
 * @returns null if the database may have better products: the index has no hits; it does not contain all products, has
 * fewer hits than are scored, and the best of them are too few or do not pass every test; or one of the best has been
 * deleted.
 */
async function findInIndex(
  db: Handle,
  index: Index,
  tests: readonly Test[],
  query: IndexQuery,
): Promise<Suggestion[] | null> {
  const hits = index.find(query, SCORED_MAX)
  if (hits.length === 0) return null
  const match = index.matcherFor(tests.map(({ words }) => words))
  const best = hits
    .map((hit) => ({ hit, passed: match(hit) }))
    .map(({ hit, passed }) => ({ id: hit.id, key: scoreOf(hit, passed, tests), passed }))
    .sort((one, other) => other.key - one.key || other.id - one.id)
    .slice(0, SUGGESTIONS_MAX)
  const isSure =
    hits.length === SCORED_MAX ||
    index.hasAll() ||
    (best.length === SUGGESTIONS_MAX && best.every(({ passed }) => !passed.includes(false)))
  if (!isSure) return null
  const found = await withProducts(
    db,
    sql`select best.id, best.key from ${listed(best)} as best (id, key)`,
  )
  return found.length === best.length ? found : null
}

/** Scores only the most popular of all hits. */
function findInShop(
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
  return withProducts(
    db,
    sql`
      select * from (${scored(popular, tests)}) hit
      order by key desc, id desc limit ${opaqueToPlanner(sql`${SUGGESTIONS_MAX}::integer`)}`,
  )
}

/** @param hits selects `id` and the sort key `key`. */
async function withProducts(db: Handle, hits: RawBuilder<unknown>): Promise<Suggestion[]> {
  const { rows } = await sql<{
    id: number
    name: string
    name_ar: string
    category: Suggestion['category']
    picture_key: string | null
    price_cents: number
  }>`
    select p.id, p.name, p.name_ar, c.name as category, p.picture_key, p.price_cents
    from (${hits}) hit join product p on p.id = hit.id join category c on c.id = p.category_id
    where p.deleted_at is null
    order by hit.key desc, hit.id desc`.execute(db)
  return rows.map(({ picture_key, price_cents, ...product }) => ({
    ...product,
    profileImage: picture_key && wirePictureUrl(picture_key),
    price: fromCents(price_cents),
  }))
}
