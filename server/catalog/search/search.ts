/** Listings and search: filters, counts, orders, and pages by keyset. */
import type { ProductPage, ProductsQuery } from '#contract/catalog.ts'
import { COUNT_MAX } from '#contract/limits.ts'
import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Handle } from '../../platform/db/database.ts'
import { cutPage, writeCursor } from '../../platform/http/cursor.ts'
import { toProduct } from '../catalog.store.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import type { FacetIndex, Facets } from '../facets/facet-index.ts'
import { createFittingIds } from '../fits/fitting-ids.ts'
import {
  categoryOf,
  type Filters,
  hitsListed,
  NO_FILTERS,
  readFilters,
  withoutWorseOffers,
} from '../listing/filters.ts'
import { withFamilies } from '../product-families.ts'
import { bounded } from './bounded.ts'
import { correctSearch } from './correction.ts'
import { type Counts, countHits, sumOf } from './counts.ts'
import { hitsIn, listHits, rankHits } from './hits.ts'
import {
  askColumns,
  beyondColumns,
  type ColumnsAnswer,
  facetsAmong,
  listFromColumns,
  productsOf,
} from './list-from-columns.ts'
import { cursorIn, type ListOrder, limitOf, ordersOf, RANKED_MAX, totalOf } from './list-query.ts'
import {
  findRanked,
  findSorted,
  type PageRow,
  type PageWindow,
  type Scope,
  type SortedBy,
} from './pages.ts'
import { type PricedSearch, readPrice } from './price.ts'
import { namedOnly, readTokens, relaxed, type SearchQuery, wantedOf } from './query.ts'
import type { Token } from './token.ts'
import { lookUp } from './words.ts'

const atOnce: Semaphore = (work) => work()

/** @param withoutColumns for lists that only the database can answer, which takes long in a large shop. */
export function createSearch(
  db: Handle,
  changes: Pick<CatalogChanges, 'on' | 'reliable'>,
  facetIndex: Pick<FacetIndex, 'current'>,
  withoutColumns: Semaphore = atOnce,
) {
  const fittingIds = createFittingIds(db, changes)

  /**
   * @param isCurrent whether the counts must include all orders.
   * @throws ShopError `invalid` for a price with more than two decimals or a foreign cursor.
   */
  return async function search(asked: ProductsQuery, isCurrent = false): Promise<ProductPage> {
    const { words, isCheapest = false, ...price } = readPrice(asked.search ?? '')
    const query = withPrice(asked, words, price)
    let shown = isCheapest ? inOrderOf('price', query) : query
    for (const next of nearestTo(shown, asked, price)) {
      const { cursor, ...probe } = { ...shown, facets: false, limit: 1 }
      if ((await list(probe, isCheapest, isCurrent)).total > 0) break
      shown = next
    }
    const page = await list(shown, isCheapest, isCurrent)
    return {
      ...page,
      ...(Object.keys(price).length > 0 && { priceInWords: price }),
      ...(isCheapest && { cheapestFirst: true }),
      ...(shown.minPrice !== query.minPrice || shown.maxPrice !== query.maxPrice
        ? { priceRelaxed: true }
        : {}),
    }
  }

  async function list(
    query: ProductsQuery,
    isCheapest: boolean,
    isCurrent: boolean,
  ): Promise<ProductPage> {
    const wanted = readFilters(query)
    // Before the tables, which are valid at the moment they are returned.
    const fitting = await findFitting(fittingIds, wanted)
    const wantsColumns = mayUseColumns(query, wanted)
    const facets = wantsColumns ? await facetIndex.current(isCurrent) : null
    const lane = wantsColumns && !facets ? withoutColumns : atOnce
    // Without families, long lists are counted faster.
    const byFamily = wanted.byFamily && (facets?.definitions.hasFamilies ?? true)
    const filters = { ...wanted, byFamily }
    const page =
      facets && !query.search?.trim()
        ? await listFromColumns(db, facets, query, filters, fitting)
        : await lane(() => listFromDatabase(query, filters, facets, isCheapest))
    const products = filters.byFamily ? await withFamilies(db, page.products) : page.products
    return { ...page, ...bounded(page), products }
  }

  async function listFromDatabase(
    query: ProductsQuery,
    filters: Filters,
    facets: Facets | null,
    isNamed: boolean,
  ): Promise<ProductPage> {
    const parts: Parts = { db, facets, isNamed }
    const found = await findHits(parts, query, filters)
    const counted =
      found.answer?.facets ??
      (facets && query.facets ? await facetsAmong(db, facets, found.words, query, filters) : {})
    const page = await findPage(parts, query, filters, found)
    return {
      ...page,
      total: totalOf(found.counts.hits, categoryOf(query.category)),
      facets: { category: found.counts.hits, ...counted },
      ...(found.ignored && { relaxed: true, ignored: found.ignored }),
      ...(sumOf(found.counts.hits) === 0 &&
        found.tokens.length > 0 && {
          didYouMean: await correctSearch(db, found.tokens, filters),
        }),
    }
  }
}

/** Products that fit the chosen device; null without one. */
async function findFitting(
  fittingIds: ReturnType<typeof createFittingIds>,
  { parts }: Filters,
): Promise<readonly number[] | null> {
  const part = parts.find(({ of }) => of === 'fits')
  if (part?.kind !== 'values') return null
  return fittingIds(part.values[0] ?? 0)
}

/**
 * Whether a list is filtered by anything but words and ids, shows families, asks what it can be
 * filtered by, or has words and the order of a column.
 */
function mayUseColumns(query: ProductsQuery, { parts, byFamily }: Filters): boolean {
  const { facets, search, sort = 'relevance' } = query
  const isSorted = Boolean(search?.trim()) && sort !== 'relevance'
  return facets === true || byFamily || isSorted || parts.some(({ of }) => of !== 'ids')
}

/** Explicit price filters take precedence over the words. */
function withPrice(
  query: ProductsQuery,
  words: string,
  { min, max }: Omit<PricedSearch, 'words'>,
): ProductsQuery {
  const { minPrice = min, maxPrice = max, ...rest } = query
  return {
    ...rest,
    ...(query.search !== undefined && { search: words }),
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
  }
}

/** Keeps an order that the customer chose. */
function inOrderOf(sort: 'price' | '-price', query: ProductsQuery): ProductsQuery {
  return query.sort && query.sort !== 'relevance' ? query : { ...query, sort }
}

/** What to list when no product is in the price range: first more expensive ones, then cheaper ones. */
function nearestTo(
  { minPrice, maxPrice, ...query }: ProductsQuery,
  asked: ProductsQuery,
  { min, max }: Omit<PricedSearch, 'words'>,
): ProductsQuery[] {
  const above = { ...query, ...(minPrice !== undefined && { minPrice }) }
  const below = { ...query, ...(maxPrice !== undefined && { maxPrice }) }
  return [
    ...(max !== undefined && asked.maxPrice === undefined ? [inOrderOf('price', above)] : []),
    ...(min !== undefined && asked.minPrice === undefined ? [inOrderOf('-price', below)] : []),
  ]
}

interface Parts {
  db: Handle
  /** Null if the tables are not used. */
  facets: Facets | null
  /** Leaves out products that mention the words only outside their names, unless no name has them. */
  isNamed: boolean
}

interface Found {
  /** The typed words; none for a list without words. */
  tokens: Token[]
  /** Null when there are no words, or when nothing can match them. */
  words: SearchQuery | null
  counts: Counts
  /** Typed words that the found products lack. */
  ignored?: string[]
  /** The page, where it was found together with the hits. */
  page?: PageRow[] | undefined
  /** The hits that the list shows, where they are few. */
  ids?: readonly number[]
  answer?: ColumnsAnswer
}

async function findHits(parts: Parts, query: ProductsQuery, filters: Filters): Promise<Found> {
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
  // Strict first, so that words that the shop has are not treated as misspelt ones.
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
        return { tokens, words, ignored: ignored.map(({ text }) => text), ...found }
      }
    }
  }
  return nothing(tokens)
}

/** The queries to try for some words, names first if wanted. */
function readings(
  tokens: readonly Token[],
  { wide, isNamed }: { wide: boolean; isNamed: boolean },
): SearchQuery[] {
  const any = readTokens(tokens, { typing: false, wide })
  if (!any) return []
  return isNamed ? [namedOnly(any), any] : [any]
}

/** Counts the hits; with their ids or their page, where these are found on the way. */
async function findByWords(
  { db, facets }: Parts,
  words: SearchQuery,
  query: ProductsQuery,
  wanted: Filters,
): Promise<Pick<Found, 'counts' | 'page' | 'ids' | 'answer'>> {
  const isNarrowed = wanted.byFamily || wanted.parts.length > 0
  // The count of one frequent word is stored, and its pages are read along an index.
  if (facets && (isNarrowed || words.hitsMin <= COUNT_MAX)) {
    const { counts, ids } = await listHits(db, words.any, beyondColumns(wanted))
    const answer = askColumns(facets, query, wanted, (category) => ids.get(category) ?? [])
    return { counts: { ...counts, hits: answer.hits }, ids: answer.ids, answer }
  }
  const filters = withoutWorseOffers(wanted, words.any)
  const { order, ...window } = windowOf(query)
  // One word is counted already; words of many products mostly occur in the same ones: "mesh router".
  const isBroad = filters.areLoose && (words.hitsMin > RANKED_MAX || words.eachIn > COUNT_MAX)
  if (!facets && !isBroad && order === 'ranked') {
    const scope = { conditions: filters.conditions, category: categoryOf(query.category) }
    return rankHits(db, scope, words, window)
  }
  return { counts: await countHits(db, words, filters) }
}

async function findPage(
  { db }: Parts,
  query: ProductsQuery,
  filters: Filters,
  { words, counts, page: ranked, ids, answer }: Found,
): Promise<Pick<ProductPage, 'products' | 'nextCursor'>> {
  const category = categoryOf(query.category)
  const total = totalOf(counts.hits, category)
  const { order: first, ...window } = windowOf(query)
  if (total === 0) return { products: [], nextCursor: null }
  if (answer?.placed) return productsOf(db, query, answer.placed)
  const isTiered = first === 'ranked' && !window.after && total > RANKED_MAX
  const order = isTiered ? 'tiered' : first
  const scope: Scope = {
    words: words?.any ?? null,
    conditions: withoutWorseOffers(filters, words?.any ?? null).conditions,
    category,
    ids: total > COUNT_MAX ? undefined : ids,
    share: total / totalOf(counts.products, category),
  }
  const scored = 2 * RANKED_MAX
  const hits = ids ? hitsListed(ids.slice(0, scored)) : hitsIn(scope, scored)
  const rows =
    ranked ??
    (await (order === 'ranked' && words
      ? findRanked(db, hits, words.tests, window)
      : order === 'tiered' && words
        ? findTiered(db, scope, words, window)
        : findSorted(db, scope, order as SortedBy, window)))
  const { page, nextCursor } = cutPage(rows, limitOf(query), ({ cursor_key, id }) =>
    writeCursor(order, [cursor_key, id]),
  )
  return { products: page.map(toProduct), nextCursor }
}

/**
 * Where a page begins, and in which order: by relevance the first page depends on how many hits
 * there are.
 * @throws ShopError `invalid` for a foreign cursor.
 */
function windowOf(query: ProductsQuery): PageWindow & { order: ListOrder } {
  const orders = ordersOf(query)
  const after = query.cursor ? cursorIn(query.cursor, orders) : null
  return { order: after?.order ?? orders[0] ?? 'newest', after, limit: limitOf(query) + 1 }
}

/** Above every popularity. */
const TIER = 100

/** Products with every word in the name first, then the rest, each by sales. */
async function findTiered(
  db: Handle,
  scope: Scope,
  { any, named }: SearchQuery,
  { after, limit }: PageWindow,
): Promise<PageRow[]> {
  const find = (words: string, window: PageWindow) =>
    findSorted(db, { ...scope, words }, 'popular', window)
  const isSecond = after !== null && after.key < TIER
  const first = isSecond
    ? []
    : await find(named, { after: after && { key: after.key - TIER, id: after.id }, limit })
  const top = first.map((row) => ({ ...row, cursor_key: row.cursor_key + TIER }))
  if (top.length === limit) return top
  const rest = await find(`${any} & !(${named})`, {
    after: isSecond ? after : null,
    limit: limit - top.length,
  })
  return [...top, ...rest]
}
