/** Stores a demo shop's data besides its past: accounts, products, a cart, storefront content. */
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { bulkInsert } from './bulk-insert.ts'
import { DEMO_ADMIN } from './demo-accounts.ts'
import { type DemoCatalog, MAIN_PRODUCTS } from './demo-catalog.ts'
import { ownSpecs, SUB_CATEGORIES } from './demo-groups.ts'
import { DAY, type Past, type PastCustomer } from './history-rows.ts'

/** The demo customer's cart; the last product is the one that she has looked at. */
const CART = ['sonveil-buds-pro', 'orvane-play', 'ampriva-glide']

export async function insertAccounts(
  tx: Handle,
  passwordHash: string,
  { customers, products }: Past,
): Promise<{ customerId: number; adminId: number }> {
  const [customer] = customers
  if (!customer) throw new Error('the past has no demo customer')
  const opened = Math.min(...products.map(({ addedAt }) => addedAt)) - DAY
  const account = async (
    type: 'customer' | 'admin',
    user: Omit<PastCustomer, 'locale' | 'address'>,
  ) => {
    const { username, email, country, city, joinedAt } = user
    const { rows } = await sql<{ id: number }>`
      insert into app_user (username, email, password_hash, account_type, country, city, demo,
        email_confirmed_at, created_at)
      values (${username}, ${email}, ${passwordHash}, ${type}, ${country}, ${city}, true,
        now(), ${new Date(joinedAt).toISOString()}::timestamptz)
      returning id`.execute(tx)
    return rows[0]?.id ?? 0
  }
  return {
    customerId: await account('customer', customer),
    adminId: await account('admin', {
      ...customer,
      username: 'Barq',
      email: DEMO_ADMIN,
      joinedAt: opened,
    }),
  }
}

/** @returns the ids in the order of the catalogue. */
export async function insertProducts(
  tx: Handle,
  { products, brands }: DemoCatalog,
  past: Past,
  adminId: number,
): Promise<number[]> {
  const records = products.map((product, index) => ({
    place: index,
    sku: product.sku,
    category: product.category,
    seller: product.brand,
    seller_ar: brands.find(({ brand }) => brand === product.brand)?.name.ar ?? '',
    name: product.name.en,
    name_ar: product.name.ar,
    description: product.description.en,
    description_ar: product.description.ar,
    price_cents: Math.round(product.price_usd * 100),
    compare_at_cents: product.compare_at_usd && Math.round(product.compare_at_usd * 100),
    counts: past.counts[index],
    pictures: product.pictures.map(({ key, alt }) => ({ key, alt: alt.en, alt_ar: alt.ar })),
    brand: product.brand,
    sub_category: SUB_CATEGORIES.find(({ skus }) => skus.includes(product.sku))?.name.en,
    specs: ownSpecs(product).map(({ key, label, value, unit, value_ar, unit_ar }) => ({
      key,
      label: label.en,
      label_ar: label.ar,
      value: `${value} ${unit}`.trim(),
      value_ar: `${value_ar} ${unit_ar}`.trim(),
    })),
    added_at: new Date(past.products[index]?.addedAt ?? 0).toISOString(),
  }))
  const { rows } = await sql<{ id: number; sku: string }>`
    insert into product (sku, category_id, user_id, seller, seller_ar, name, name_ar, description,
      description_ar, price_cents, compare_at_cents, on_hand, reserved, sold, written_off,
      rating_sum, rating_count, pictures, specs, brand_id, sub_category_id, demo, created_at)
    select r.sku, category.id, ${adminId}, r.seller, r.seller_ar, r.name, r.name_ar, r.description,
      r.description_ar, r.price_cents, r.compare_at_cents, (r.counts ->> 'onHand')::integer,
      (r.counts ->> 'reserved')::integer, (r.counts ->> 'sold')::integer,
      (r.counts ->> 'writtenOff')::integer, (r.counts ->> 'ratingSum')::integer,
      (r.counts ->> 'ratingCount')::integer, r.pictures, r.specs, brand.id, sub.id, true,
      r.added_at
    from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (place integer, sku text, category text,
      seller text, seller_ar text, name text, name_ar text, description text, description_ar text,
      price_cents integer, compare_at_cents integer, counts jsonb, pictures jsonb, specs jsonb,
      brand text, sub_category text, added_at timestamptz)
    join category on category.name = r.category
    left join brand on brand.name = r.brand
    left join sub_category sub on sub.category_id = category.id and sub.name = r.sub_category
    order by r.place >= ${MAIN_PRODUCTS}::integer, category.id, r.place desc
    returning id, sku`.execute(tx)
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]))
  return products.map(({ sku }) => ids.get(sku) ?? 0)
}

export async function insertCart(tx: Handle, customerId: number, now: number): Promise<void> {
  await sql`
    insert into cart_item (user_id, product_id, is_read, added_at)
    select ${customerId}, product.id, line.position = ${CART.length},
      ${new Date(now).toISOString()}::timestamptz - line.position * interval '3 hours'
    from unnest(${CART}::text[]) with ordinality as line (sku, position)
    join product on product.sku = line.sku`.execute(tx)
}

const PLACE = { position: 'integer', demo: 'boolean' }

const SLIDE_COLUMNS = {
  ...PLACE,
  title: 'text',
  title_ar: 'text',
  subtitle: 'text',
  subtitle_ar: 'text',
  cta: 'text',
  cta_ar: 'text',
  link: 'text',
  picture_key: 'text',
  picture_alt: 'text',
  picture_alt_ar: 'text',
}

const PARTNER_COLUMNS = {
  ...PLACE,
  name: 'text',
  name_ar: 'text',
  logo: 'text',
  logo_ratio: 'double precision',
}

/** @param logoRatios of the brands, in their order. */
export async function insertStorefront(
  tx: Handle,
  { carousel, brands }: DemoCatalog,
  logoRatios: number[],
): Promise<void> {
  const slides = carousel.map(({ title, subtitle, cta, link, picture }, position) => ({
    title: title.en,
    title_ar: title.ar,
    subtitle: subtitle.en,
    subtitle_ar: subtitle.ar,
    cta: cta.en,
    cta_ar: cta.ar,
    link,
    picture_key: picture.key,
    picture_alt: picture.alt.en,
    picture_alt_ar: picture.alt.ar,
    position,
    demo: true,
  }))
  const partners = brands.map(({ name, logo }, position) => ({
    name: name.en,
    name_ar: name.ar,
    logo: `/media/${logo}`,
    logo_ratio: logoRatios[position],
    position,
    demo: true,
  }))
  await bulkInsert(tx, 'slide', SLIDE_COLUMNS, slides)
  await bulkInsert(tx, 'partner', PARTNER_COLUMNS, partners)
}
