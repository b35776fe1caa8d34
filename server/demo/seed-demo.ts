/** Fills an empty shop with the demo catalogue and its two accounts. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Category } from '#contract/locale.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'

export const DEMO_PASSWORD = 'lightning'
export const DEMO_CUSTOMER = 'customer@barq.example'
export const DEMO_ADMIN = 'admin@barq.example'

const CATALOG = join(import.meta.dirname, '../../demo/catalog.json')

interface Text {
  en: string
  ar: string
}

/** What of demo/catalog.json a shop stores. */
interface DemoCatalog {
  categories: Array<{ category: Category; name: Text; tagline: Text; picture: { key: string } }>
  products: Array<{
    sku: string
    category: Category
    brand: string
    name: Text
    description: Text
    price_usd: number
    compare_at_usd: number | null
    stock: number
    specs: Array<{
      key: string
      label: Text
      value: string
      unit: string
      value_ar: string
      unit_ar: string
    }>
    pictures: Array<{ key: string; alt: Text }>
  }>
}

/** @returns whether the shop had no product and is filled now. */
export async function seedDemo(db: Database): Promise<boolean> {
  const catalog = JSON.parse(await readFile(CATALOG, 'utf8')) as DemoCatalog
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  return inTransaction(db, async (tx) => {
    if (!(await isEmpty(tx))) return false
    const adminId = await insertAccounts(tx, passwordHash)
    await insertCategories(tx, catalog)
    await insertProducts(tx, catalog, adminId)
    return true
  })
}

async function isEmpty(tx: Tx): Promise<boolean> {
  // Two processes that start at once must not both find the shop empty.
  await sql`select pg_advisory_xact_lock(hashtext('barq-demo'))`.execute(tx)
  const { rows } = await sql`select from category union all select from product limit 1`.execute(tx)
  return rows.length === 0
}

async function insertAccounts(tx: Tx, passwordHash: string): Promise<number> {
  const { rows } = await sql<{ id: number; email: string }>`
    insert into app_user (username, email, password_hash, account_type, country, city, demo)
    values
      ('Lina Haddad', ${DEMO_CUSTOMER}, ${passwordHash}, 'customer', 'United Arab Emirates', 'Dubai', true),
      ('Barq', ${DEMO_ADMIN}, ${passwordHash}, 'admin', 'United Arab Emirates', 'Dubai', true)
    returning id, email`.execute(tx)
  const admin = rows.find(({ email }) => email === DEMO_ADMIN)
  if (!admin) throw new Error('the demo admin was not stored')
  return admin.id
}

async function insertCategories(tx: Tx, { categories }: DemoCatalog): Promise<void> {
  const rows = categories.map(({ category, name, tagline, picture }, position) => ({
    name: category,
    name_ar: name.ar,
    tagline: tagline.en,
    tagline_ar: tagline.ar,
    picture_key: picture.key,
    position,
  }))
  await tx.insertInto('category').values(rows).execute()
}

async function insertProducts(tx: Tx, { products }: DemoCatalog, adminId: number): Promise<void> {
  const records = products.map((product, index) => ({
    sku: product.sku,
    category: product.category,
    seller: product.brand,
    name: product.name.en,
    name_ar: product.name.ar,
    description: product.description.en,
    description_ar: product.description.ar,
    price_cents: Math.round(product.price_usd * 100),
    compare_at_cents: product.compare_at_usd && Math.round(product.compare_at_usd * 100),
    on_hand: product.stock,
    pictures: product.pictures.map(({ key, alt }) => ({ key, alt: alt.en, alt_ar: alt.ar })),
    specs: product.specs.map(({ key, label, value, unit, value_ar, unit_ar }) => ({
      key,
      label: label.en,
      label_ar: label.ar,
      value: `${value} ${unit}`.trim(),
      value_ar: `${value_ar} ${unit_ar}`.trim(),
    })),
    // Arrived one after the other over the last months, in an order that mixes the categories.
    age_days: 2 + ((index * 37) % products.length) * 1.5,
  }))
  await sql`
    with stored as (
      insert into product (sku, category_id, user_id, seller, name, name_ar, description,
        description_ar, price_cents, compare_at_cents, on_hand, pictures, specs, demo, created_at)
      select r.sku, category.id, ${adminId}, r.seller, r.name, r.name_ar, r.description,
        r.description_ar, r.price_cents, r.compare_at_cents, r.on_hand, r.pictures, r.specs, true,
        now() - make_interval(secs => r.age_days * 86400)
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (sku text, category text,
        seller text, name text, name_ar text, description text, description_ar text,
        price_cents integer, compare_at_cents integer, on_hand integer, pictures jsonb, specs jsonb,
        age_days double precision)
      join category on category.name = r.category
      returning id, on_hand, created_at
    )
    insert into stock_ledger (product_id, d_on_hand, reason, at)
    select id, on_hand, 'initial', created_at from stored`.execute(tx)
}
