/** The read requests of the owner's screens, with their filters, sort orders and deep pages. */
import { type RawBuilder, sql } from 'kysely'
import { ADMIN_PRODUCT_SORTS, CUSTOMER_SORTS, ORDER_STAGES, PERIODS } from '../../contract/admin.ts'
import { AUDITED } from '../../contract/audit-kinds.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { toMicros, writeCursor } from '../../server/platform/http/cursor.ts'

export interface OwnerRead {
  name: string
  /** Relative to /api/admin/, requested in turn. */
  paths: string[]
}

/** The position of a deep page, as a share of the list's length. */
const DEEP = 0.9

export async function readsOfOwner(db: Database): Promise<OwnerRead[]> {
  const one = (name: string, path: string): OwnerRead => ({ name, paths: [path] })
  const from = new Date(Date.now() - 40 * 86_400_000).toISOString()
  const to = new Date(Date.now() - 33 * 86_400_000).toISOString()
  const best = await idAt(db, sql`select user_id as id from customer_sales order by orders desc`, 0)
  const sold = await idAt(db, sql`select id from product order by sold desc, id`, 0)
  return [
    ...PERIODS.map((days) => one(`dashboard, ${days} days`, `dashboard?days=${days}`)),
    one('orders', 'orders'),
    ...ORDER_STAGES.map((state) => one(`orders, ${state}`, `orders?state=${state}`)),
    one('orders, a week', `orders?from=${from}&to=${to}`),
    one('orders, a week, refunded', `orders?from=${from}&to=${to}&state=refunded`),
    one('orders, deep page', `orders?cursor=${await deepOrders(db, 'orders', sql`true`)}`),
    one(
      'orders, delivered, deep page',
      `orders?state=delivered&cursor=${await deepOrders(db, 'orders', sql`state = 'complete' and delivered_at is not null`)}`,
    ),
    one('orders of the best customer', `orders?customer=${best}`),
    one('orders of the best customer, refunded', `orders?customer=${best}&state=refunded`),
    one('orders of a product', `orders?product=${sold}`),
    one('orders, search for a number', 'orders?search=%234711'),
    one('orders, search for a product', 'orders?search=wireless%20earbuds'),
    one('orders, search for a customer', 'orders?search=customer77%40'),
    one('orders, search for a common name', 'orders?search=Omar'),
    one('orders, search without results', 'orders?search=zzzzqqq'),
    one('orders, counters', 'orders/counts'),
    { name: 'one order', paths: await paths(db, 'orders', sql`orders`) },
    one('products', 'products'),
    ...ADMIN_PRODUCT_SORTS.map((sort) => one(`products by ${sort}`, `products?sort=${sort}`)),
    ...ADMIN_PRODUCT_SORTS.map((sort) =>
      one(`products of a category by ${sort}`, `products?sort=${sort}&category=Phones`),
    ),
    one('products by newest, deep page', `products?cursor=${await deepProducts(db)}`),
    one('products, low stock, by stock', 'products?stock=low&sort=stock'),
    one('products, low stock', 'products?stock=low'),
    one('products, sold out', 'products?stock=sold_out'),
    one('products, deleted', 'products?deleted=true'),
    one('products, search', 'products?search=wireless%20earbuds'),
    one('products, search, by price', 'products?search=wireless%20earbuds&sort=price'),
    one('products, search without results', 'products?search=zzzzqqq'),
    { name: 'one product', paths: await paths(db, 'products', sql`product`) },
    ...CUSTOMER_SORTS.map((sort) => one(`customers by ${sort}`, `customers?sort=${sort}`)),
    one('customers by spend, deep page', `customers?sort=spend&cursor=${await deepCustomers(db)}`),
    one('customers by spend, search', 'customers?sort=spend&search=Omar'),
    one('customers by spend, rare search', 'customers?sort=spend&search=customer777'),
    one('customers by spend, search without results', 'customers?sort=spend&search=zzzzqqq'),
    one('customers, search', 'customers?search=Omar%20Haddad'),
    one('customers, disabled', 'customers?disabled=true'),
    one('customers by spend, disabled', 'customers?sort=spend&disabled=true'),
    one('the best customer', `customers/${best}`),
    { name: 'one customer', paths: await paths(db, 'customers', sql`customer_sales`) },
    one('audit', 'audit'),
    ...AUDITED.map((entity) => one(`audit, ${entity}`, `audit?entity=${entity}`)),
    one('audit of one product', 'audit?entity=product&entity_id=7'),
    one('audit of a week', `audit?from=${from}&to=${to}`),
    one('audit, deep page', `audit?cursor=${await deepAudit(db)}`),
  ]
}

async function idAt(db: Database, query: RawBuilder<unknown>, at: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`${query} limit 1 offset ${at}`.execute(db.run)
  return rows[0]?.id ?? 1
}

async function paths(db: Database, list: string, table: RawBuilder<unknown>): Promise<string[]> {
  const id = list === 'customers' ? sql`user_id` : sql`id`
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${table} tablesample bernoulli (50) limit 50`.execute(db.run)
  return rows.map((row) => `${list}/${row.id}`)
}

async function deepOrders(db: Database, list: string, where: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ id: number; key: number }>`
    select id, ${toMicros(sql`created_at`)} as key from orders where ${where}
    order by created_at desc, id desc limit 1
    offset (select floor(count(*) * ${DEEP}::double precision)::bigint from orders where ${where})`.execute(
    db.run,
  )
  return writeCursor(list, [rows[0]?.key ?? 0, rows[0]?.id ?? 0])
}

async function deepProducts(db: Database): Promise<string> {
  const { rows } = await sql<{ id: number; key: number }>`
    select id, ${toMicros(sql`created_at`)} as key from product order by created_at desc, id desc
    limit 1 offset (select floor(count(*) * ${DEEP}::double precision)::bigint from product)`.execute(
    db.run,
  )
  return writeCursor('products newest', [rows[0]?.key ?? 0, rows[0]?.id ?? 0])
}

async function deepCustomers(db: Database): Promise<string> {
  const { rows } = await sql<{ id: number; key: number }>`
    select user_id as id, spend_cents as key from customer_sales
    order by spend_cents desc, user_id desc
    limit 1 offset (select floor(count(*) * ${DEEP}::double precision)::bigint from customer_sales)`.execute(
    db.run,
  )
  return writeCursor('customers spend', [rows[0]?.key ?? 0, rows[0]?.id ?? 0])
}

async function deepAudit(db: Database): Promise<string> {
  const { rows } = await sql<{ id: number; key: number }>`
    select id, ${toMicros(sql`at`)} as key from audit_entry order by at desc, id desc
    limit 1 offset (select floor(count(*) * ${DEEP}::double precision)::bigint from audit_entry)`.execute(
    db.run,
  )
  return writeCursor('audit', [rows[0]?.key ?? 0, rows[0]?.id ?? 0])
}
