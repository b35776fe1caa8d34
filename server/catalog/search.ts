/** Listings and search: filters, true counts, orders, and pages by keyset. */
import type { ProductPage, ProductsQuery } from '#contract/catalog.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Handle } from '../platform/db/database.ts'
import { toProduct } from './catalog.store.ts'
import { type CatalogChanges, PRODUCT_LISTS_ID } from './catalog-changes.ts'
import { correctSearch } from './search-correction.ts'
import { type CountHits, type Counts, createHitCounts, sumOf } from './search-counts.ts'
import { readCursor, writeCursor } from './search-cursor.ts'
import { categoryOf, type Filters, readFilters } from './search-filters.ts'
import { findRanked, findSorted, type PageRow, type Scope, type SortedBy } from './search-pages.ts'
import { readTokens, type SearchQuery } from './search-query.ts'
import { lookUp, type Token } from './search-words.ts'

/** Up to so many hits are weighed one by one; more are told apart by tier and popularity. */
const RANKED_MAX = 300

/** Counts that are remembered are forgotten when products come, go or change what is searched. */
export function createSearch(db: Handle, changes: Pick<CatalogChanges, 'on'>) {
  const { countHits, forget } = createHitCounts(db)
  changes.on((ids) => void (ids.includes(PRODUCT_LISTS_ID) && forget()))

  /** @throws ShopError `invalid` for a price with more than two decimals or a foreign cursor. */
  return async function search(query: ProductsQuery): Promise<ProductPage> {
    const filters = readFilters(query)
    const found = await findHits(db, countHits, query.search?.trim() ?? '', filters)
    const page = await findPage(db, query, filters, found)
    const total = totalOf(found.counts.hits, categoryOf(query.category))
    return {
      ...page,
      total,
      facets: { category: found.counts.hits },
      ...(sumOf(found.counts.hits) === 0 &&
        found.tokens.length > 0 && {
          didYouMean: await correctSearch(db, found.tokens, filters),
        }),
    }
  }
}

interface Found {
  /** What was typed; none for a list without words. */
  tokens: Token[]
  /** Null when there are no words, or when nothing can match them. */
  words: SearchQuery | null
  counts: Counts
}

async function findHits(
  db: Handle,
  countHits: CountHits,
  search: string,
  filters: Filters,
): Promise<Found> {
  const nothing = async (tokens: Token[]): Promise<Found> => {
    const { products } = await countHits(null, NO_FILTERS)
    const hits = Object.fromEntries(Object.keys(products).map((name) => [name, 0]))
    return { tokens, words: null, counts: { hits, products } }
  }
  if (filters.areImpossible) return nothing([])
  if (search === '') return { tokens: [], words: null, counts: await countHits(null, filters) }
  let tokens: Token[] = []
  // Being strict first keeps words that the shop knows from being taken for misspelt ones.
  for (const wide of [false, true]) {
    tokens = await lookUp(db, search, wide)
    const words = readTokens(tokens, { typing: false, wide })
    const counts = words && (await countHits(words.any, filters))
    if (words && counts && sumOf(counts.hits) > 0) return { tokens, words, counts }
  }
  return nothing(tokens)
}

const NO_FILTERS: Filters = { conditions: [], key: '', areImpossible: false }

async function findPage(
  db: Handle,
  query: ProductsQuery,
  filters: Filters,
  { words, counts }: Found,
): Promise<Pick<ProductPage, 'products' | 'nextCursor'>> {
  const category = categoryOf(query.category)
  const total = totalOf(counts.hits, category)
  const orders = ordersOf(query)
  const after = query.cursor ? readCursor(query.cursor, orders) : null
  if (total === 0) return { products: [], nextCursor: null }
  const order = after?.order ?? (total > RANKED_MAX ? orders.at(-1) : orders[0]) ?? 'newest'
  const scope: Scope = {
    words: words?.any ?? null,
    conditions: filters.conditions,
    category,
    share: total / totalOf(counts.products, category),
  }
  const limit = query.limit ?? PAGE_SIZE
  const cut = { after, limit: limit + 1 }
  const rows = await (order === 'ranked' && words
    ? findRanked(db, scope, words, 2 * RANKED_MAX, cut)
    : order === 'tiered' && words
      ? findTiered(db, scope, words, cut)
      : findSorted(db, scope, order as SortedBy, cut))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    products: page.map(toProduct),
    nextCursor:
      rows.length > limit && last
        ? writeCursor(order, { key: last.cursor_key, id: last.id })
        : null,
  }
}

type ListOrder = SortedBy | 'ranked' | 'tiered'

/** The orders that a list may be in: by relevance it depends on how many hits there are. */
function ordersOf({ sort = 'relevance', search }: ProductsQuery): ListOrder[] {
  if (sort !== 'relevance') return [sort]
  return search?.trim() ? ['ranked', 'tiered'] : ['newest']
}

/** Above every popularity. */
const TIER = 100

/** First what has every word in its name, then the rest, in both what sells first. */
async function findTiered(
  db: Handle,
  scope: Scope,
  { any, named }: SearchQuery,
  { after, limit }: { after: { key: number; id: number } | null; limit: number },
): Promise<PageRow[]> {
  const isSecond = after !== null && after.key < TIER
  const first = isSecond
    ? []
    : await findSorted(db, { ...scope, words: named }, 'popular', {
        after: after && { key: after.key - TIER, id: after.id },
        limit,
      })
  const top = first.map((row) => ({ ...row, cursor_key: row.cursor_key + TIER }))
  if (top.length === limit) return top
  const rest = await findSorted(db, { ...scope, words: `${any} & !(${named})` }, 'popular', {
    after: isSecond ? after : null,
    limit: limit - top.length,
  })
  return [...top, ...rest]
}

function totalOf(counts: Record<string, number>, category: string | null): number {
  return category === null ? sumOf(counts) : (counts[category] ?? 0)
}
