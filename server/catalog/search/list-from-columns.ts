/** Lists whose filters are applied in memory; only the page's products are read from the database. */
import { type RawBuilder, sql } from 'kysely'
import { COUNT_MAX } from '#contract/limits.ts'
import type { ProductFacets, ProductPage, ProductsQuery } from '#contract/product-lists.ts'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { cutPage, writeCursor } from '../../platform/http/cursor.ts'
import { toProduct } from '../catalog.store.ts'
import type { Order, Placed } from '../facets/best.ts'
import {
  type Among,
  hitsOf as countHits,
  facetsOf,
  idsShown,
  pageOf,
  type Selections,
  selectFrom,
} from '../facets/facet-answers.ts'
import type { Facets } from '../facets/facet-index.ts'
import { type Condition, toSql } from '../listing/conditions.ts'
import { categoryOf, type Filters, hitsOf, inCategory } from '../listing/filters.ts'
import { cursorIn, type ListOrder, limitOf, ordersOf, totalOf } from './list-query.ts'
import { findPlaced, type SortedBy } from './pages.ts'
import type { SearchQuery } from './query.ts'

const ORDERS: Record<Exclude<SortedBy, 'popular'>, Order> = {
  newest: { by: 'newest', isDescending: true },
  price: { by: 'price', isDescending: false },
  '-price': { by: 'price', isDescending: true },
  rating: { by: 'rating', isDescending: true },
  sold: { by: 'sold', isDescending: true },
}

export interface ColumnsAnswer {
  /** The number of products, or families, that meet all conditions except the category, keyed by category name. */
  hits: Record<string, number>
  /** The filters to offer; empty unless requested. */
  facets: Partial<ProductFacets>
  /** The page of a list sorted by a column; null for other lists. */
  placed: { page: Placed[]; nextCursor: string | null } | null
  /** Ids of the products that the list shows, up to `COUNT_MAX`; empty for lists sorted by a column. */
  ids: number[]
}

/**
 * Selects, counts and sorts a list's products in memory. Synchronous, so that the columns cannot change in the
 * meantime.
 * @throws ShopError `invalid` as in `cursorIn`.
 */
export function askColumns(
  facets: Facets,
  query: ProductsQuery,
  { parts, byFamily }: Filters,
  among: Among,
): ColumnsAnswer {
  const conditions = parts.filter(inColumns)
  const category = categoryOf(query.category)
  const selections = selectFrom(facets, { parts: conditions, byFamily }, among)
  const [sort = 'newest'] = ordersOf(query)
  return {
    hits: countHits(facets, selections),
    facets: query.facets ? facetsOf(facets, { category, conditions }, selections) : {},
    placed: isByColumn(sort) ? pageIn(facets, selections, query, sort) : null,
    ids: isByColumn(sort) ? [] : idsShown(facets, category, selections, COUNT_MAX),
  }
}

function isByColumn(sort: ListOrder): sort is keyof typeof ORDERS {
  return sort in ORDERS
}

function pageIn(
  facets: Facets,
  selections: Selections,
  query: ProductsQuery,
  sort: keyof typeof ORDERS,
): ColumnsAnswer['placed'] {
  const after = query.cursor ? cursorIn(query.cursor, [sort]) : null
  const limit = limitOf(query)
  const window = { after, limit: limit + 1 }
  const placed = pageOf(facets, categoryOf(query.category), selections, ORDERS[sort], window)
  return cutPage(placed, limit, ({ key, id }) => writeCursor(sort, [key, id]))
}

/**
 * Builds a list without search terms.
 * @param fitting ids of the products that fit the query's device; null if the query names no device.
 * @throws ShopError `invalid` as in `cursorIn`.
 */
export async function listFromColumns(
  db: Handle,
  facets: Facets,
  query: ProductsQuery,
  filters: Filters,
  fitting: readonly number[] | null,
): Promise<ProductPage> {
  const byIds = filters.parts.find(({ of }) => of === 'ids')
  const ids = byIds?.kind === 'values' ? byIds.values : null
  const among = inBoth(ids, fitting)
  const answer = askColumns(facets, query, filters, among && (() => among))
  return {
    ...(await productsOf(db, query, answer.placed)),
    total: totalOf(answer.hits, categoryOf(query.category)),
    facets: { category: answer.hits, ...answer.facets },
  }
}

export async function productsOf(
  db: Handle,
  query: ProductsQuery,
  placed: ColumnsAnswer['placed'],
): Promise<Pick<ProductPage, 'products' | 'nextCursor'>> {
  const { page, nextCursor } = placed ?? { page: [], nextCursor: null }
  const [sort = 'newest'] = ordersOf(query)
  const rows = isByColumn(sort) ? await findPlaced(db, sort, page) : []
  return { products: rows.map(toProduct), nextCursor }
}

/** The maximum number of hits among which to count a broad search's facets. */
const AMONG_MAX = COUNT_MAX

/** The filters to offer for a broad search. @param words null if no product can match the search. */
export async function facetsAmong(
  db: Handle,
  facets: Facets,
  words: SearchQuery | null,
  query: ProductsQuery,
  filters: Filters,
): Promise<Partial<ProductFacets>> {
  const conditions = [...inCategory(categoryOf(query.category)), ...beyondColumns(filters)]
  const { rows } = words
    ? await sql<{ id: number }>`
        select s.product_id as id from ${hitsOf(words.any)} where ${all(conditions)}
        limit ${AMONG_MAX}`.execute(db)
    : { rows: [] }
  const ids = rows.map(({ id }) => id)
  return askColumns(facets, query, filters, () => ids).facets
}

/** The conditions that no in-memory column covers, as SQL. */
export function beyondColumns({ parts }: Filters): RawBuilder<unknown>[] {
  return parts.filter((part) => !inColumns(part)).map(toSql)
}

function inColumns({ of }: Condition): boolean {
  return of !== 'ids' && of !== 'fits'
}

function inBoth(
  ids: readonly number[] | null,
  fitting: readonly number[] | null,
): readonly number[] | null {
  if (!ids || !fitting) return ids ?? fitting
  const some = new Set(fitting)
  return ids.filter((id) => some.has(id))
}
