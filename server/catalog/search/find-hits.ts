/** Finds a list's hits, reading its search terms strictly at first, then widely, then leaving some out. */
import { COUNT_MAX } from '#contract/limits.ts'
import type { ProductsQuery } from '#contract/product-lists.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { Facets } from '../facets/facet-index.ts'
import { categoryOf, type Filters, NO_FILTERS, withoutWorseOffers } from '../listing/filters.ts'
import { type Counts, countHits, sumOf } from './counts.ts'
import { listHits, rankHits } from './hits.ts'
import { askColumns, beyondColumns, type ColumnsAnswer } from './list-from-columns.ts'
import { RANKED_MAX, windowOf } from './list-query.ts'
import type { PageRow } from './pages.ts'
import { namedOnly, readTokens, relaxed, type SearchQuery, wantedOf } from './query.ts'
import type { Token } from './token.ts'
import { asTyped, lookUp } from './words.ts'

export interface Parts {
  db: Handle
  /** The in-memory tables; null if they are not used. */
  facets: Facets | null
  /** Whether to find only products with the words in their names, if the shop has such products. */
  isNamed: boolean
}

export interface Found {
  /** The typed words; empty if there are no search terms, or a filter's range is empty. */
  tokens: Token[]
  /** The query that found the hits; null if there are no search terms or no hits. */
  words: SearchQuery | null
  counts: Counts
  /** The typed words left out so that the search finds something. */
  ignored?: string[]
  /** The page, if it was found together with the hits. */
  page?: PageRow[] | undefined
  /** Ids of the hits that the list shows, if the tables selected them. */
  ids?: readonly number[]
  answer?: ColumnsAnswer
}

export async function findHits(
  parts: Parts,
  query: ProductsQuery,
  filters: Filters,
): Promise<Found> {
  const { db, isNamed } = parts
  const search = query.search?.trim() ?? ''
  const nothing = async (tokens: Token[]): Promise<Found> => {
    const { products } = await countHits(db, null, NO_FILTERS)
    const hits = Object.fromEntries(Object.keys(products).map((name) => [name, 0]))
    return { tokens, words: null, counts: { hits, products } }
  }
  if (filters.areImpossible) return nothing([])
  if (search === '') {
    const shown = withoutWorseOffers(filters, null)
    return { tokens: [], words: null, counts: await countHits(db, null, shown) }
  }
  let tokens: Token[] = []
  let strictly: Token[] = []
  // Strict matches first, so that words that occur in products are not treated as misspelled.
  for (const wide of [false, true]) {
    tokens = await lookUp(db, search, wide)
    if (!wide) strictly = tokens
    for (const words of readings(tokens, { wide, isNamed })) {
      const found = await findByWords(parts, words, query, filters)
      if (sumOf(found.counts.hits) > 0) return { tokens, words, ...found }
    }
  }
  for (const some of relaxed(strictly)) {
    for (const words of readings(some, { wide: false, isNamed })) {
      const found = await findByWords(parts, words, query, filters)
      const ignored = wantedOf(strictly).filter((token) => !some.includes(token))
      if (sumOf(found.counts.hits) > 0) {
        return { tokens, words, ignored: await asTyped(db, search, ignored), ...found }
      }
    }
  }
  return nothing(tokens)
}

/**
 * The queries to try for the typed words; if `isNamed`, the first finds only products with the words in their names.
 */
function readings(
  tokens: readonly Token[],
  { wide, isNamed }: { wide: boolean; isNamed: boolean },
): SearchQuery[] {
  const any = readTokens(tokens, { typing: false, wide })
  if (!any) return []
  return isNamed ? [namedOnly(any), any] : [any]
}

/** Counts the hits. Also returns their ids or a page of them, if counting finds them anyway. */
async function findByWords(
  { db, facets }: Parts,
  words: SearchQuery,
  query: ProductsQuery,
  wanted: Filters,
): Promise<Pick<Found, 'counts' | 'page' | 'ids' | 'answer'>> {
  const isNarrowed = wanted.byFamily || wanted.parts.length > 0
  // A single frequent word needs no tables: its count is stored, and its pages are read from an index.
  if (facets && (isNarrowed || words.hitsMin <= COUNT_MAX)) {
    const { counts, ids } = await listHits(db, words.any, beyondColumns(wanted))
    const answer = askColumns(facets, query, wanted, (category) => ids.get(category) ?? [])
    return { counts: { ...counts, hits: answer.hits }, ids: answer.ids, answer }
  }
  const filters = withoutWorseOffers(wanted, words.any)
  const { order, ...window } = windowOf(query)
  // Too many hits to rank them while counting: one frequent word, or several that mostly occur in the same products,
  // such as "mesh router".
  const isBroad = filters.areLoose && (words.hitsMin > RANKED_MAX || words.eachIn > COUNT_MAX)
  if (!facets && !isBroad && order === 'ranked') {
    const scope = { conditions: filters.conditions, category: categoryOf(query.category) }
    return rankHits(db, scope, words, window)
  }
  return { counts: await countHits(db, words, filters) }
}
