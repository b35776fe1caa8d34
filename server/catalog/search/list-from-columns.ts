/** Lists whose filters are answered in memory; the database only reads the products of the page. */
import { sql } from 'kysely'
import type { ProductFacets, ProductPage, ProductsQuery } from '#contract/catalog.ts'
import { COUNT_MAX } from '#contract/limits.ts'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { cutPage, writeCursor } from '../../platform/http/cursor.ts'
import { toProduct } from '../catalog.store.ts'
import type { Order } from '../facets/best.ts'
import {
  hitsOf as countHits,
  facetsOf,
  pageOf,
  type Selections,
  selectFrom,
} from '../facets/facet-answers.ts'
import type { Facets } from '../facets/facet-index.ts'
import { type Condition, toSql } from '../listing/conditions.ts'
import { categoryOf, type Filters, hitsOf, inCategory } from '../listing/filters.ts'
import { sumOf } from './counts.ts'
import { cursorIn, limitOf, ordersOf, totalOf } from './list-query.ts'
import { findPlaced, type SortedBy } from './pages.ts'
import type { SearchQuery } from './query.ts'

/** By the names of the columns. */
const ORDERS: Record<Exclude<SortedBy, 'popular'>, Order> = {
  newest: { by: 'newest', isDescending: true },
  price: { by: 'price', isDescending: false },
  '-price': { by: 'price', isDescending: true },
  rating: { by: 'rating', isDescending: true },
  sold: { by: 'sold', isDescending: true },
}

/**
 * A list without words. @param fitting the products that fit the device of the query; null when it
 * names none.
 * @throws ShopError `invalid` for a foreign cursor.
 */
export async function listFromColumns(
  db: Handle,
  facets: Facets,
  query: ProductsQuery,
  { parts, byFamily }: Filters,
  fitting: readonly number[] | null,
): Promise<ProductPage> {
  const conditions = parts.filter(inColumns)
  const selections = selectFrom(facets, { parts: conditions, byFamily }, fitting)
  return pageFrom(db, facets, query, { conditions, selections })
}

/** What the columns left, page by page. @throws ShopError `invalid` for a foreign cursor. */
async function pageFrom(
  db: Handle,
  facets: Facets,
  query: ProductsQuery,
  { conditions, selections }: { conditions: readonly Condition[]; selections: Selections },
): Promise<ProductPage> {
  const wanted = { category: categoryOf(query.category), conditions }
  const [sort = 'newest'] = ordersOf(query) as Array<keyof typeof ORDERS>
  const after = query.cursor ? cursorIn(query.cursor, [sort]) : null
  const limit = limitOf(query)
  // All of it before anything else runs: the columns may change meanwhile.
  const hits = countHits(facets, selections)
  const window = { after, limit: limit + 1 }
  const placed = pageOf(facets, wanted.category, selections, ORDERS[sort], window)
  const counted = query.facets ? facetsOf(facets, wanted, selections) : {}
  const { page, nextCursor } = cutPage(placed, limit, ({ key, id }) => writeCursor(sort, [key, id]))
  const products = await findPlaced(db, sort, page)
  return {
    products: products.map(toProduct),
    total: totalOf(hits, wanted.category),
    facets: { category: hits, ...counted },
    nextCursor,
  }
}

/**
 * A search in any order but by relevance, which needs no more of the words than which products have
 * them: the columns count, sort and group those.
 * @returns `none` when nothing passes, null for more hits than are counted.
 * @throws ShopError `invalid` for a foreign cursor.
 */
export async function searchInColumns(
  db: Handle,
  facets: Facets,
  words: Pick<SearchQuery, 'any'>,
  query: ProductsQuery,
  { parts, byFamily }: Filters,
): Promise<ProductPage | 'none' | null> {
  const others = parts.filter((part) => !inColumns(part)).map(toSql)
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id), '{}')::float8[] as ids from (
      select s.product_id as id from ${hitsOf(words.any)} where ${all(others)}
      limit ${COUNT_MAX + 1}
    ) hit`.execute(db)
  const ids = rows[0]?.ids ?? []
  if (ids.length > COUNT_MAX) return null
  const conditions = parts.filter(inColumns)
  const selections = selectFrom(facets, { parts: conditions, byFamily }, ids)
  if (sumOf(countHits(facets, selections)) === 0) return 'none'
  return pageFrom(db, facets, query, { conditions, selections })
}

/** Hits of a search, or ids of a list, that its facets are counted among. */
const AMONG_MAX = COUNT_MAX

/** What a list by words or by ids can be filtered by. @param words null when it has no hits. */
export async function facetsAmong(
  db: Handle,
  facets: Facets,
  words: SearchQuery | null,
  query: ProductsQuery,
  {
    filters: { parts, byFamily },
    fitting,
  }: { filters: Filters; fitting: readonly number[] | null },
): Promise<ProductFacets> {
  const category = categoryOf(query.category)
  const byIds = parts.find(({ of }) => of === 'ids')
  const ids = byIds?.kind === 'values' ? byIds.values : null
  const conditions = parts.filter(inColumns)
  const among = (some: readonly number[] | null) =>
    facetsOf(
      facets,
      { category, conditions },
      selectFrom(facets, { parts: conditions, byFamily }, some),
    )
  if (!query.search?.trim()) return among(inBoth(ids, fitting))
  const { rows } = words
    ? await sql<{ id: number }>`
        select s.product_id as id from ${hitsOf(words.any)}
        where ${all([...inCategory(category), ...parts.filter((part) => !inColumns(part)).map(toSql)])}
        limit ${AMONG_MAX}`.execute(db)
    : { rows: [] }
  return among(rows.map(({ id }) => id))
}

/** The columns know neither of these. */
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
