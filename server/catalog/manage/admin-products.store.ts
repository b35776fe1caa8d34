import { type RawBuilder, sql } from 'kysely'
import type {
  AdminProduct,
  AdminProductRow,
  AdminProductSort,
  AdminProductsQuery,
} from '#contract/admin.ts'
import type { ProductAttribute } from '#contract/attributes.ts'
import type { Spec } from '#contract/catalog.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { pictureUrl } from '#contract/pictures.ts'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { StoredPicture } from '../../platform/db/tables.ts'
import {
  cutPage,
  fromMicros,
  type Key,
  readCursor,
  toMicros,
  writeCursor,
} from '../../platform/http/cursor.ts'
import { PRODUCT_COLUMNS, type ProductRow, toProduct } from '../catalog.store.ts'
import { matchingProducts } from '../matching-products.ts'
import { ATTRIBUTES_OF_PRODUCT } from '../product-attributes.ts'

interface AdminRow extends ProductRow {
  sku: string | null
  on_hand: number
  reserved: number
  version: number
  brand_id: number | null
  sub_category_id: number | null
  family_id: number | null
  updated_at: Date
  deleted_at: Date | null
  is_low: boolean
}

const COLUMNS = sql`${PRODUCT_COLUMNS}, p.sku, p.on_hand, p.reserved, p.version, p.brand_id,
  p.sub_category_id, p.family_id, p.updated_at, p.deleted_at,
  p.on_hand - p.reserved <= (select low_stock from shop_rules) as is_low`

interface Order {
  by: RawBuilder<unknown>
  /** The product's id, which breaks ties. */
  id: RawBuilder<unknown>
  descending: boolean
  key: RawBuilder<unknown>
  /** The type of `key`, which a cursor carries; `from` converts it back to a value of `by`. */
  type: 'number' | 'string'
  from(key: Key): RawBuilder<unknown>
}

const byNumber = (by: RawBuilder<unknown>, descending: boolean, id = sql`p.id`): Order => ({
  by,
  id,
  descending,
  key: sql`${by}::bigint`,
  type: 'number',
  from: (key) => sql`${key}::bigint`,
})

const ORDERS: Record<AdminProductSort, Order> = {
  newest: {
    by: sql`p.created_at`,
    id: sql`p.id`,
    descending: true,
    key: toMicros(sql`p.created_at`),
    type: 'number',
    from: (key) => fromMicros(key as number),
  },
  name: {
    by: sql`lower(p.name)`,
    id: sql`p.id`,
    descending: false,
    key: sql`lower(p.name)`,
    type: 'string',
    from: (key) => sql`${key}::text`,
  },
  price: byNumber(sql`p.price_cents`, false),
  '-price': byNumber(sql`p.price_cents`, true),
  sold: byNumber(sql`p.sold`, true),
  stock: byNumber(sql`(p.on_hand - p.reserved)`, false),
}

const BY_SCARCITY = byNumber(sql`s.available`, false, sql`s.product_id`)

/** @throws ShopError `invalid` for a cursor from a different list or sort order. */
export async function findAdminProducts(
  db: Handle,
  query: AdminProductsQuery,
): Promise<{ products: AdminProductRow[]; total: number; nextCursor: string | null }> {
  const { sort = 'newest', limit = PAGE_SIZE } = query
  // The table of scarce products has an index on their stock.
  const order = sort === 'stock' && query.stock ? BY_SCARCITY : ORDERS[sort]
  const direction = order.descending ? sql`desc` : sql`asc`
  const after = readCursor(query.cursor, `products ${sort}`, [order.type, 'number'])
  const isPast = order.descending ? sql`<` : sql`>`
  const conditions = filters(query)
  const [{ rows }, total] = await Promise.all([
    sql<AdminRow & { cursor_key: Key }>`
      select ${COLUMNS}, ${order.key} as cursor_key
      from ${source(query)} join category c on c.id = p.category_id
      where ${all([
        ...conditions,
        ...(after
          ? [
              sql`(${order.by}, ${order.id}) ${isPast} (${order.from(after[0])}, ${after[1]}::bigint)`,
            ]
          : []),
      ])}
      order by ${order.by} ${direction}, ${order.id} ${direction}
      limit ${limit + 1}`.execute(db),
    count(db, query, conditions),
  ])
  const { page, nextCursor } = cutPage(rows, limit, ({ cursor_key, id }) =>
    writeCursor(`products ${sort}`, [cursor_key, id]),
  )
  return { products: page.map(toAdminRow), total, nextCursor }
}

/** `scarce_product` contains the products with few units left. */
function source({ stock }: AdminProductsQuery): RawBuilder<unknown> {
  return stock ? sql`scarce_product s join product p on p.id = s.product_id` : sql`product p`
}

async function count(
  db: Handle,
  query: AdminProductsQuery,
  conditions: readonly RawBuilder<unknown>[],
): Promise<number> {
  const { search, category, stock, deleted, lacks } = query
  const isWhole = !search?.trim() && !stock && !deleted && !lacks
  const { rows } = await (isWhole
    ? // Triggers maintain these counts, since counting all products takes too long.
      sql<{ total: number }>`
        select coalesce(sum(products), 0)::bigint as total
        from category_count join category on category.id = category_id
        where ${category ? sql`name = ${category}` : sql`true`}`
    : sql<{ total: number }>`
        select count(*) as total from ${source(query)} where ${all(conditions)}`
  ).execute(db)
  return rows[0]?.total ?? 0
}

/** Condition: the name is not in Arabic, and the Arabic version of the name or the description is missing. */
const LACKS_ARABIC = sql`p.name !~ '[\u0600-\u06ff]'
  and (p.name_ar = p.name or (p.description_ar = '' and p.description <> ''))`

/** The SKU in lowercase, reduced to letters and digits. */
function joined(sku: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(lower(${sku}), '[^a-z0-9]', '', 'g')`
}

function filters(query: AdminProductsQuery): RawBuilder<unknown>[] {
  const { search, category, stock, deleted, lacks } = query
  const words = search?.trim() ?? ''
  return [
    deleted ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`,
    ...(category ? [sql`p.category_id = (select id from category where name = ${category})`] : []),
    ...(stock === 'sold_out' ? [sql`s.available = 0`] : []),
    ...(lacks ? [LACKS_ARABIC] : []),
    ...(words
      ? [
          sql`p.id in (
            ${matchingProducts(words, deleted ?? false)}
            union all select id from product where sku is not null and ${joined(sql`sku`)} = ${joined(sql`${words}`)}
          )`,
        ]
      : []),
  ]
}

interface DetailRow extends AdminRow {
  written_off: number
  pictures: StoredPicture[]
  specs: Spec[]
  attributes: ProductAttribute[] | null
  stock_entries: AdminProduct['stockEntries'] | null
  prices: AdminProduct['prices']
}

/** Finds deleted products, too. @returns null if no product has the id. */
export async function findAdminProduct(db: Handle, id: number): Promise<AdminProduct | null> {
  const { rows } = await sql<DetailRow>`
    select ${COLUMNS}, p.written_off, p.pictures, p.specs,
      ${ATTRIBUTES_OF_PRODUCT} as attributes, (
      select json_agg(json_build_object('id', l.id, 'reason', reason, 'on_hand', d_on_hand,
        'reserved', d_reserved, 'order_id', order_id, 'actor', username, 'note', note, 'at', at)
        order by l.id desc)
      from (select * from stock_ledger where product_id = p.id order by id desc limit 20) l
      left join app_user on app_user.id = l.actor_id
    ) as stock_entries, (
      select json_agg(json_build_object('price', h.price_cents, 'since', since) order by since desc)
      from (select * from price_history where product_id = p.id order by since desc limit 20) h
    ) as prices
    from product p join category c on c.id = p.category_id
    where p.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    ...toAdminRow(row),
    description: row.description,
    description_ar: row.description_ar,
    written_off: row.written_off,
    pictures: row.pictures.map((picture) => ({
      ...picture,
      url: pictureUrl(picture.key, 800, 'webp'),
    })),
    specs: row.specs,
    attributes: row.attributes ?? [],
    prices: row.prices.map(({ price, since }) => ({
      price: fromCents(price),
      since: new Date(since).toISOString(),
    })),
    stockEntries: (row.stock_entries ?? []).map((entry) => ({
      ...entry,
      at: new Date(entry.at).toISOString(),
    })),
  }
}

/**
 * The products with the fewest units left. `low` counts all products with few units left, including sold-out ones;
 * `soldOut` counts only sold-out products.
 */
export async function findScarce(
  db: Handle,
  limit: number,
): Promise<{ low: number; soldOut: number; products: AdminProductRow[] }> {
  const { rows: counts } = await sql<{ low: number; soldOut: number }>`
    select count(*) as low, count(*) filter (where available = 0) as "soldOut"
    from scarce_product`.execute(db)
  const { rows } = await sql<AdminRow>`
    select ${COLUMNS}
    from scarce_product s join product p on p.id = s.product_id
    join category c on c.id = p.category_id
    order by s.available, s.product_id limit ${limit}`.execute(db)
  return { ...(counts[0] ?? { low: 0, soldOut: 0 }), products: rows.map(toAdminRow) }
}

function toAdminRow(row: AdminRow): AdminProductRow {
  const { description, description_ar, user_id, prior_price, ...product } = toProduct(row)
  return {
    ...product,
    // The stored compare-at price, even if customers do not see it.
    compare_at_price: row.compare_at_cents === null ? null : fromCents(row.compare_at_cents),
    sku: row.sku,
    brand: row.brand_id,
    sub_category: row.sub_category_id,
    family: row.family_id,
    on_hand: row.on_hand,
    reserved: row.reserved,
    isLow: row.is_low,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}
