/** Suggestions while typing: the best few products whose names have what was typed so far. */
import { type RawBuilder, sql } from 'kysely'
import type { Suggestion } from '#contract/catalog.ts'
import { SUGGESTIONS_MAX } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import type { Handle } from '../platform/db/database.ts'
import { all, hitsOf, inCategory } from './search-filters.ts'
import { weighed } from './search-pages.ts'
import { readTokens, type SearchQuery } from './search-query.ts'
import { lookUp } from './search-words.ts'

/** Of the hits, the most popular are weighed. */
const WEIGHED_MAX = 60
/** With more hits than this, the best are probably among the most popular products. */
const MANY = 5000
const WALK_MAX = 1000

/** @param category by its name; null for all. */
export async function suggest(
  db: Handle,
  typed: string,
  category: string | null,
): Promise<Suggestion[]> {
  if (typed.trim() === '') return []
  for (const wide of [false, true]) {
    const query = readTokens(await lookUp(db, typed, wide), { typing: true, wide })
    if (!query) continue
    // A word that only a description has is a weak reason to suggest something.
    for (const words of [query.likeNamed, query.any]) {
      const found = await findBest(db, query, words, category)
      if (found.length > 0) return found
    }
  }
  return []
}

async function findBest(
  db: Handle,
  query: SearchQuery,
  words: string,
  category: string | null,
): Promise<Suggestion[]> {
  if (query.hitsMax > MANY) {
    const walked = await weigh(db, query, mostPopular(words, category))
    if (walked.length === SUGGESTIONS_MAX) return walked
  }
  return weigh(db, query, popularHits(words, category))
}

/** Hits among the most popular products. */
function mostPopular(words: string, category: string | null): RawBuilder<unknown> {
  return sql`
    select s.* from (
      select s.product_id as id, s.popularity, s.name_words, s.words || '' as words
      from product_search s where ${all(inCategory(category))}
      order by s.popularity desc, s.product_id desc limit ${WALK_MAX}
    ) s
    where s.words @@ ${words}::tsquery limit ${WEIGHED_MAX}`
}

/** The most popular of all hits. */
function popularHits(words: string, category: string | null): RawBuilder<unknown> {
  return sql`
    select hit.product_id as id, s.popularity, s.name_words, s.words || '' as words
    from (
      select top.product_id from (
        select s.product_id, s.popularity from ${hitsOf(words)}
        where ${all(inCategory(category))} offset 0
      ) top
      order by top.popularity desc, top.product_id desc limit ${WEIGHED_MAX}
    ) hit join product_search s using (product_id)`
}

async function weigh(
  db: Handle,
  { tests, weights }: SearchQuery,
  hits: RawBuilder<unknown>,
): Promise<Suggestion[]> {
  const { rows } = await sql<{
    id: number
    name: string
    name_ar: string
    category: Suggestion['category']
    picture_key: string | null
    price_cents: number
  }>`
    select p.id, p.name, p.name_ar, c.name as category, p.picture_key, p.price_cents
    from (
      select * from (${weighed(hits, tests, weights)}) hit
      order by key desc, id desc limit ${SUGGESTIONS_MAX}
    ) hit join product p on p.id = hit.id join category c on c.id = p.category_id
    where p.deleted_at is null
    order by hit.key desc, hit.id desc`.execute(db)
  return rows.map(({ picture_key, price_cents, ...product }) => ({
    ...product,
    profileImage: picture_key && wirePictureUrl(picture_key),
    price: fromCents(price_cents),
  }))
}
