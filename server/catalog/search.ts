/** Listings: filters, orders, and pages by keyset, so that page 1,000 costs what page 1 does. */
import { type RawBuilder, sql } from 'kysely'
import type { ProductPage, ProductsQuery, Sort } from '#contract/catalog.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { ALL_CATEGORIES } from '#contract/locale.ts'
import { toCents } from '#contract/money.ts'
import type { Handle } from '../platform/db/database.ts'
import { invalid } from '../platform/http/shop-error.ts'
import { PRODUCT_COLUMNS, type ProductRow, toProduct } from './catalog.store.ts'

interface Order {
  by: RawBuilder<unknown>
  descending: boolean
  /** The value of `by` as an integer that a cursor can carry, and back. */
  toKey: RawBuilder<unknown>
  fromKey(key: number): RawBuilder<unknown>
}

/** The id breaks ties in all of them. */
const ORDERS = {
  newest: {
    by: sql`p.created_at`,
    descending: true,
    // Microseconds: a JavaScript Date would cut them off and pages would repeat rows.
    toKey: sql`(extract(epoch from p.created_at) * 1000000)::bigint`,
    fromKey: (key) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
  },
  price: byNumber(sql`p.price_cents`, false),
  '-price': byNumber(sql`p.price_cents`, true),
  rating: byNumber(sql`p.rating_x100`, true),
  sold: byNumber(sql`p.sold`, true),
} satisfies Record<Exclude<Sort, 'relevance'>, Order>

function byNumber(by: RawBuilder<unknown>, descending: boolean): Order {
  return { by, descending, toKey: sql`${by}::bigint`, fromKey: (key) => sql`${key}::bigint` }
}

/** @throws ShopError `invalid` for a cursor that no page of this order handed out. */
export async function searchProducts(db: Handle, query: ProductsQuery): Promise<ProductPage> {
  const sort = query.sort ?? 'relevance'
  const order = orderOf(sort, query)
  const limit = query.limit ?? PAGE_SIZE
  const [rows, counts] = await Promise.all([
    findPage(db, query, order, sort, limit + 1),
    countByCategory(db, query),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    products: page.map(toProduct),
    total: isCategory(query.category)
      ? (counts[query.category ?? ''] ?? 0)
      : Object.values(counts).reduce((sum, count) => sum + count, 0),
    facets: { category: counts },
    nextCursor: rows.length > limit && last ? writeCursor(sort, last) : null,
  }
}

/** What sells best answers a search best; without words the newest stand first. */
function orderOf(sort: Sort, query: ProductsQuery): Order {
  if (sort !== 'relevance') return ORDERS[sort]
  return query.search?.trim() ? ORDERS.sold : ORDERS.newest
}

type PageRow = ProductRow & { cursor_key: number }

async function findPage(
  db: Handle,
  query: ProductsQuery,
  order: Order,
  sort: Sort,
  limit: number,
): Promise<PageRow[]> {
  const direction = order.descending ? sql`desc` : sql`asc`
  const after = query.cursor ? readCursor(query.cursor, sort) : null
  const isPast = order.descending ? sql`<` : sql`>`
  const { rows } = await sql<PageRow>`
    select ${PRODUCT_COLUMNS}, ${order.toKey} as cursor_key
    from product p join category c on c.id = p.category_id
    where ${all([
      ...filters(query),
      ...inCategory(query),
      ...(after
        ? [sql`(${order.by}, p.id) ${isPast} (${order.fromKey(after.key)}, ${after.id}::bigint)`]
        : []),
    ])}
    order by ${order.by} ${direction}, p.id ${direction}
    limit ${limit}`.execute(db)
  return rows
}

async function countByCategory(db: Handle, query: ProductsQuery): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select c.name, count(p.id) as count
    from category c left join product p on p.category_id = c.id and ${all(filters(query))}
    group by c.id, c.name order by c.position`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

function isCategory(category: ProductsQuery['category']): boolean {
  return Boolean(category) && category !== ALL_CATEGORIES
}

function inCategory({ category }: ProductsQuery): RawBuilder<unknown>[] {
  if (!isCategory(category)) return []
  return [sql`p.category_id = (select id from category where name = ${category})`]
}

/** Every filter but the category, which the facets leave open. */
function filters(query: ProductsQuery): RawBuilder<unknown>[] {
  const { search, ids, minPrice, maxPrice, minRating, inStock } = query
  const conditions = [sql`p.deleted_at is null`]
  for (const word of wordsOf(search)) {
    conditions.push(sql`p.search_text like '%' || fold_text(${escapeLike(word)}) || '%'`)
  }
  if (ids) conditions.push(sql`p.id = any(${ids.split(',').map(Number)}::bigint[])`)
  if (minPrice !== undefined)
    conditions.push(sql`p.price_cents >= ${centsOf('minPrice', minPrice)}`)
  if (maxPrice !== undefined)
    conditions.push(sql`p.price_cents <= ${centsOf('maxPrice', maxPrice)}`)
  if (minRating) conditions.push(sql`p.rating_x100 >= ${Math.ceil(minRating * 100)}::integer`)
  if (inStock) conditions.push(sql`p.on_hand > p.reserved`)
  return conditions
}

function wordsOf(search: string | undefined): string[] {
  return (search ?? '').split(/\s+/).filter((word) => word !== '')
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}

function centsOf(field: string, amount: number): number {
  try {
    return toCents(amount)
  } catch {
    throw invalid({ [field]: [`${field} must have at most two decimals.`] })
  }
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}

function writeCursor(sort: Sort, row: PageRow): string {
  return Buffer.from(JSON.stringify([sort, row.cursor_key, row.id])).toString('base64url')
}

function readCursor(cursor: string, sort: Sort): { key: number; id: number } {
  try {
    const [of, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (of === sort && isKey(key) && isKey(id)) return { key, id }
  } catch {
    // Falls through to the refusal: a cursor is either ours or it is not.
  }
  throw invalid({ cursor: ['This cursor does not belong to this list.'] })
}

/** Below 2^53, and far below what would overflow a timestamp. */
function isKey(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e16
}
