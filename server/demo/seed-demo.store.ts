/** Stores a demo shop's data except its history: accounts, products, a cart, storefront content. */
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { insertRow } from '../sorted-lists/sorted-rows.ts'
import { DEMO_ADMIN, DEMO_CUSTOMER } from './demo-accounts.ts'
import { ownSpecs } from './demo-attributes.ts'
import { type DemoCatalog, MAIN_PRODUCTS } from './demo-catalog.ts'
import type { DemoHistory } from './demo-history.ts'
import type { Present } from './history.store.ts'

/** The demo customer's cart; she has already seen the last product. */
const CART = ['sonveil-buds-pro', 'orvane-play', 'ampriva-glide']

/**
 * Stores all customers with their addresses, and the admin who opened the shop. Only the two demo accounts can sign
 * in.
 */
export async function insertAccounts(
  tx: Handle,
  passwordHash: string,
  { customers, supplies }: DemoHistory,
  start: string,
) {
  const { rows } = await sql<{ customerId: number }>`
    with person as (
      select p.*, ${start}::timestamptz - joined * interval '1 second' as at
      from jsonb_to_recordset(${customers}::text::jsonb) as p (username text, email text,
        locale text, country text, city text, joined integer, address_country text,
        address_city text, lines text, phone text, region text, postcode text, note text)
    ), customer as (
      insert into app_user (username, email, password_hash, locale, country, city, demo,
        email_confirmed_at, created_at, updated_at)
      select username, email, case email when ${DEMO_CUSTOMER} then ${passwordHash} end, locale,
        country, city, true, at, at, at from person
      returning id, email
    ), housed as (
      insert into address (user_id, name, phone, country, region, city, lines, postcode, note,
        is_default, created_at, updated_at)
      select customer.id, username, phone, address_country, region, address_city,
        to_jsonb(string_to_array(lines, '|')), postcode, note, true, at, at
      from customer join person using (email)
    )
    select id as "customerId" from customer where email = ${DEMO_CUSTOMER}`.execute(tx)
  const { rows: admins } = await sql<{ adminId: number }>`
    insert into app_user (username, email, password_hash, account_type, country, city, demo,
      email_confirmed_at, created_at)
    select 'Barq', ${DEMO_ADMIN}, ${passwordHash}, 'admin', country, city, true, now(),
      ${start}::timestamptz - (
        select max(arrived) from jsonb_to_recordset(${supplies}::text::jsonb) as s (arrived integer)
      ) * interval '1 second' - interval '1 day'
    from app_user where email = ${DEMO_CUSTOMER}
    returning id as "adminId"`.execute(tx)
  return { customerId: rows[0]?.customerId ?? 0, adminId: admins[0]?.adminId ?? 0 }
}

/**
 * Stores the products, created when their opening stock arrived, then lowers the prices of the reduced products. Units
 * and ratings are 0 until `recountProducts` is called.
 * @returns the ids of the products.
 */
export async function insertProducts(
  tx: Handle,
  { products, brands, attributes, sub_categories }: DemoCatalog,
  { supplies }: DemoHistory,
  { adminId, start }: Present,
): Promise<number[]> {
  const records = products.map((product, place) => ({
    place,
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
    pictures: product.pictures.map(({ key, alt }) => ({ key, alt: alt.en, alt_ar: alt.ar })),
    brand: product.brand,
    sub_category: sub_categories.find((sub) => sub.products.includes(product.sku))?.name.en,
    specs: ownSpecs(product, attributes).map(({ key, label, value, unit, value_ar, unit_ar }) => ({
      key,
      label: label.en,
      label_ar: label.ar,
      value: `${value} ${unit}`.trim(),
      value_ar: `${value_ar} ${unit_ar}`.trim(),
    })),
  }))
  const { rows } = await sql<{ id: number }>`
    insert into product (sku, category_id, user_id, seller, seller_ar, name, name_ar, description,
      description_ar, price_cents, pictures, specs, brand_id, sub_category_id,
      demo, created_at)
    select r.sku, category.id, ${adminId}, r.seller, r.seller_ar, r.name, r.name_ar, r.description,
      r.description_ar, coalesce(r.compare_at_cents, r.price_cents), r.pictures, r.specs, brand.id, sub.id,
      true, ${start}::timestamptz - supply.arrived * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (place integer, sku text, category text,
      seller text, seller_ar text, name text, name_ar text, description text, description_ar text,
      price_cents integer, compare_at_cents integer, pictures jsonb, specs jsonb, brand text,
      sub_category text)
    join jsonb_to_recordset(${supplies}::text::jsonb) as supply (sku text, reason text, arrived integer)
      on supply.sku = r.sku and supply.reason = 'initial'
    join category on category.name = r.category
    left join brand on brand.name = r.brand
    left join sub_category sub on sub.category_id = category.id and sub.name = r.sub_category
    order by r.place >= ${MAIN_PRODUCTS}::integer, category.id, r.place desc
    returning id`.execute(tx)
  await sql`
    update product set price_cents = r.price_cents, compare_at_cents = r.compare_at_cents
    from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (sku text, price_cents integer,
      compare_at_cents integer)
    where r.sku = product.sku and r.compare_at_cents is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertCart(tx: Handle, { customerId, start }: Present): Promise<void> {
  await sql`
    insert into cart_item (user_id, product_id, is_read, added_at)
    select ${customerId}, product.id, line.position = ${CART.length},
      ${start}::timestamptz - line.position * interval '3 hours'
    from unnest(${CART}::text[]) with ordinality as line (sku, position)
    join product on product.sku = line.sku`.execute(tx)
}

export async function insertStorefront(
  tx: Handle,
  { carousel, brands }: DemoCatalog,
): Promise<void> {
  for (const [position, { title, subtitle, cta, link, picture }] of carousel.entries()) {
    const { key: picture_key, alt } = picture
    await insertRow(tx, 'slide', {
      title: title.en,
      title_ar: title.ar,
      subtitle: subtitle.en,
      subtitle_ar: subtitle.ar,
      cta: cta.en,
      cta_ar: cta.ar,
      link,
      picture_key,
      picture_alt: alt.en,
      picture_alt_ar: alt.ar,
      position,
      demo: true,
    })
  }
  for (const [position, { name, logo, logo_ratio }] of brands.entries()) {
    await insertRow(tx, 'partner', {
      name: name.en,
      name_ar: name.ar,
      logo: `/media/${logo}`,
      logo_ratio,
      position,
      demo: true,
    })
  }
}
