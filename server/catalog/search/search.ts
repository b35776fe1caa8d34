import type { ProductPage, ProductsQuery } from '#contract/product-lists.ts'
import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import type { FacetIndex, Facets } from '../facets/facet-index.ts'
import { createFittingIds } from '../fits/fitting-ids.ts'
import { categoryOf, type Filters, readFilters } from '../listing/filters.ts'
import { withFamilies } from '../product-families.ts'
import { bounded } from './bounded.ts'
import { correctSearch } from './correction.ts'
import { sumOf } from './counts.ts'
import { findHits } from './find-hits.ts'
import { findPage } from './find-page.ts'
import { facetsAmong, listFromColumns } from './list-from-columns.ts'
import { totalOf } from './list-query.ts'
import type { PricedSearch } from './price.ts'
import { readPriceOrName } from './price-or-name.ts'

const atOnce: Semaphore = (work) => work()

/** @param withoutColumns limits concurrent lists that only the database can serve, which is slow in a large shop. */
export function createSearch(
  db: Handle,
  changes: Pick<CatalogChanges, 'on' | 'reliable'>,
  facetIndex: Pick<FacetIndex, 'current'>,
  withoutColumns: Semaphore = atOnce,
) {
  const fittingIds = createFittingIds(db, changes)

  /**
   * @param isCurrent whether the page must reflect all orders so far.
   * @throws ShopError `invalid` as in `readConditions` and `cursorIn`.
   */
  return async function search(asked: ProductsQuery, isCurrent = false): Promise<ProductPage> {
    const { words, isCheapest = false, ...price } = await readPriceOrName(db, asked.search ?? '')
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
    // Reads the fitting products first: the in-memory tables are only valid at the moment they are returned.
    const fitting = await findFitting(fittingIds, wanted)
    const wantsColumns = mayUseColumns(query, wanted)
    const facets = wantsColumns ? await facetIndex.current(isCurrent) : null
    const lane = wantsColumns && !facets ? withoutColumns : atOnce
    // If there are no families, long lists are faster to count without grouping.
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
    const found = await findHits({ db, facets, isNamed }, query, filters)
    const counted =
      found.answer?.facets ??
      (facets && query.facets ? await facetsAmong(db, facets, found.words, query, filters) : {})
    const page = await findPage(db, query, filters, found)
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

/** Ids of the products that fit the chosen device; null if none is chosen. */
async function findFitting(
  fittingIds: ReturnType<typeof createFittingIds>,
  { parts }: Filters,
): Promise<readonly number[] | null> {
  const part = parts.find(({ of }) => of === 'fits')
  if (part?.kind !== 'values') return null
  return fittingIds(part.values[0] ?? 0)
}

/**
 * Whether the tables help with a list, that is, whether it is filtered by anything but search terms, category and ids,
 * shows families, requests the filters to offer, or sorts a search by a column.
 */
function mayUseColumns(query: ProductsQuery, { parts, byFamily }: Filters): boolean {
  const { facets, search, sort = 'relevance' } = query
  const isSorted = Boolean(search?.trim()) && sort !== 'relevance'
  return facets === true || byFamily || isSorted || parts.some(({ of }) => of !== 'ids')
}

/** Explicit price filters take precedence over a price in the search. */
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

function inOrderOf(sort: 'price' | '-price', query: ProductsQuery): ProductsQuery {
  return query.sort && query.sort !== 'relevance' ? query : { ...query, sort }
}

/** Queries to try in turn if no product is in the price range stated in the search: above it, then below it. */
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
