/** A valid request for each endpoint, on newly created resources. */
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { addGuestLink } from '#server/accounts/guests.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import { login } from '#tests/kit/accounts.ts'
import { methodOf, pathOf } from '#tests/kit/endpoints.ts'
import { authenticator, begin as beginPasskey } from '#tests/kit/passkeys.ts'
import { begin, enrol } from '#tests/kit/second-factor.ts'
import { PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import { bodyOf } from './bodies.ts'
import {
  address,
  axisOfPhones,
  FIELDS_OF_OWNER,
  PLAIN_NUMBER,
  PLAIN_PRODUCT,
  sendable,
  THINGS,
} from './things.ts'

export interface Prepared {
  method: string
  path: string
  token: string | undefined
  body: Record<string, unknown>
}

export async function prepare(shop: Shop, endpoint: Endpoint): Promise<Prepared> {
  const owner = await shop.customer()
  const staff = endpoint.access === 'admin' ? await shop.admin() : null
  const thing = (await THINGS[endpoint.call]?.(shop, owner)) ?? 0
  const fields = await FIELDS[endpoint.call]?.(shop, owner)
  return {
    method: methodOf(endpoint),
    path: pathOf(endpoint, thing),
    token: endpoint.access === 'public' ? undefined : (staff ?? owner).token,
    body: { ...(bodyOf(endpoint) as object), ...fields },
  }
}

/** Body fields whose values cannot be made up from the schema, keyed by endpoint. */
const FIELDS: Record<string, (shop: Shop, owner: Person) => Promise<Record<string, unknown>>> = {
  'POST /api/auth/register': async () => ({
    email: `new.${crypto.randomUUID().replaceAll('-', '')}@barq.example`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }),
  'POST /api/auth/login': async (_shop, { email }) => ({ email, password: PASSWORD }),
  'PUT /api/auth/user/update': async (_shop, { username, email }) => ({
    username,
    email,
    phone: '+971 50 123 4567',
    password: '',
  }),
  'POST /api/auth/password/email': async (_shop, { email }) => ({ email }),
  'POST /api/auth/password/reset': async (shop, { id }) => ({
    token: await resetToken(shop, id),
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }),
  'POST /api/auth/email/confirm': async (shop, owner) => ({
    token: await changeToken(shop, owner, 'confirm'),
  }),
  'POST /api/auth/email/undo': async (shop, owner) => ({
    token: await changeToken(shop, owner, 'undo'),
  }),
  'POST /api/guests/link': async (shop) => {
    const guest = await shop.customer()
    await shop.sql`update app_user set guest = true, password_hash = null where id = ${guest.id}`
    return { token: await addGuestLink(shop.db.run, guest.id) }
  },
  'POST /api/auth/second-factor/confirm': async (shop, owner) => ({
    code: (await begin(shop, owner))(0),
  }),
  'POST /api/auth/second-factor/passkeys': async (shop, owner) => ({
    passkey: authenticator().create((await beginPasskey(shop, owner)).body),
  }),
  'POST /api/auth/login/passkey-options': async (shop, owner) => {
    await enrol(shop, owner)
    return { challenge: (await login(shop, owner.email)).body.challenge }
  },
  'POST /api/auth/second-factor/recovery-codes': enrolled,
  'POST /api/auth/second-factor/delete': enrolled,
  'POST /api/auth/login/second-factor': async (shop, owner) => {
    const { code } = await enrolled(shop, owner)
    return { code, passkey: undefined, challenge: (await login(shop, owner.email)).body.challenge }
  },
  'POST /api/auth/password/confirm': async () => ({ current_password: PASSWORD }),
  'POST /api/auth/user/delete': async () => ({ password: PASSWORD }),
  'POST /api/user/cart': async (shop) => ({ cart: await shop.product() }),
  'POST /api/user/cart/join': async (shop) => ({
    lines: [{ id: await shop.product(), quantity: 2 }],
  }),
  'POST /api/user/cart/markItRead': async (shop, { token }) => {
    const cart = await shop.product()
    await shop.call('POST', '/api/user/cart', { token, body: { cart } })
    return { carts: [{ id: cart }] }
  },
  'POST /api/user/order': async (shop, owner) => ({
    orders: [{ Product: await shop.product(), quantity: 2, orderBy: owner.id }],
    addressId: await address(shop, owner),
    delivery: null,
    coupon: null,
    total: null,
  }),
  'POST /api/user/quote': async (shop, owner) => ({
    orders: [{ Product: await shop.product(), quantity: 2, orderBy: owner.id }],
    addressId: await address(shop, owner),
    delivery: null,
    coupon: null,
  }),
  ...FIELDS_OF_OWNER,
  'POST /api/user/devices': async (shop) => ({ device: await shop.product() }),
  'POST /api/user/rate': async (shop) => ({ productId: await shop.product(), rating: 4 }),
  // No rows, because the audit log would contain the ids of their devices, which differ from run to run.
  'PUT /api/admin/products/{id}/fits': async () => ({ version: 1, fits_only: true, rows: [] }),
  'POST /api/admin/staff': async () => ({
    email: `new.${crypto.randomUUID().replaceAll('-', '')}@barq.example`,
  }),
  // Requiring a second factor would lock out the staff who send the other requests.
  'PUT /api/admin/staff/second-factor': async () => ({ is_required: false }),
  'POST /api/admin/products': plainProduct,
  'POST /api/admin/products/changes': async (shop) => ({
    changes: [{ id: await shop.product(), version: 1, price: 3 }],
  }),
  'PUT /api/admin/products/{id}': plainProduct,
  'PUT /api/admin/emails/{kind}': switchedOn,
  'PUT /api/admin/cash-on-delivery': async (shop) => {
    await shop.sql`update cash_on_delivery set is_on = false, max_cents = 1`
    return { is_offered: true, max_total: null }
  },
  'PUT /api/admin/shop-rules': async (shop) => {
    await shop.sql`
      update shop_rules set low_stock = 5, late_hours = 24, closed_text = '', closed_text_ar = '',
        auto_confirm = true, pay_minutes = null`
    // A closed shop would reject the orders that other requests place.
    return { low_stock: 6, late_hours: 24, is_closed: false }
  },
  'POST /api/admin/parcels': async (shop, owner) => ({ orders: [await sendable(shop, owner)] }),
  'POST /api/admin/slides': (shop) => emptyList(shop, 'slide'),
  'POST /api/admin/partners': (shop) => emptyList(shop, 'partner'),
  'POST /api/admin/shipping-methods': async (shop) => {
    await shop.sql`update shipping_method set deleted_at = now() where id > 1`
    return METHOD
  },
  'PUT /api/admin/tax': async (shop) => {
    await shop.sql`
      update seller set name = 'Before', name_ar = 'Before', address = '', address_ar = '',
        tax_number = null, country = null`
    await shop.sql`delete from second_currency`
    return { country: null, rates: [] }
  },
  'PUT /api/admin/shop-details': async (shop) => {
    // Replaces the row in a transaction, so that emails composed concurrently find one.
    await inTransaction(shop.db, async (tx) => {
      await sql`delete from shop_details`.execute(tx)
      await sql`insert into shop_details (phone) values ('Before')`.execute(tx)
    })
    // The seller uses the shop's name until staff change it.
    await shop.sql`update seller set name = default, name_ar = default`
    // Another currency would conflict with the shop's orders.
    return { currency: null }
  },
  'PUT /api/admin/legal-pages/{page}': async (shop) => {
    await shop.sql`delete from legal_page`
    return {}
  },
  'PUT /api/admin/categories/{category}': async (shop) => {
    await shop.sql`update category set title = '', title_ar = '', tagline = '', tagline_ar = '',
        picture_key = null`
    return {}
  },
  'POST /api/admin/coupons': couponTerms,
  'PUT /api/admin/coupons/{id}': couponTerms,
  'PUT /api/admin/shipping-methods/{id}': async () => METHOD,
  'PUT /api/admin/shipping-methods': async (shop) => ({
    ids: await idsOf(shop, 'shipping_method'),
  }),
  'POST /api/admin/brands': (shop) => emptyList(shop, 'brand'),
  'PUT /api/admin/brands': async (shop) => ({ ids: await idsOf(shop, 'brand') }),
  'POST /api/admin/sub-categories': (shop) => emptyList(shop, 'sub_category'),
  'PUT /api/admin/sub-categories/{id}': (shop) => emptyBut(shop, 'sub_category'),
  'PUT /api/admin/sub-categories': async (shop) => ({ ids: await idsOf(shop, 'sub_category') }),
  'POST /api/admin/attributes': async (shop) => {
    await axisOfPhones(shop)
    await shop.sql`
      delete from attribute where name <> 'Axis'
        and id not in (select attribute_id from product_attribute)`
    return PLAIN_NUMBER
  },
  'PUT /api/admin/attributes/{id}': async (shop) => ({
    ...(await emptyBut(shop, 'attribute')),
    ...PLAIN_NUMBER,
  }),
  'PUT /api/admin/brands/{id}': async (shop) => ({
    ...(await emptyBut(shop, 'brand')),
    logo: null,
  }),
  'PUT /api/admin/attributes': async (shop) => ({ ids: await idsOf(shop, 'attribute') }),
  'POST /api/admin/families': async (shop) => ({
    category: 'Phones',
    axes: [await axisOfPhones(shop)],
    products: [],
  }),
  'PUT /api/admin/slides': async (shop) => ({ ids: await idsOf(shop, 'slide') }),
  'PUT /api/admin/partners': async (shop) => ({ ids: await idsOf(shop, 'partner') }),
}

async function enrolled(shop: Shop, owner: Person) {
  return { code: (await enrol(shop, owner)).code(1), passkey: undefined }
}

/** A valid shipping method has both days or neither, and a cut-off hour only with both. */
const METHOD = { days_min: 1, days_max: 2, places: ['AE'] }

async function couponTerms(shop: Shop) {
  await shop.sql`update coupon set code = 'OLD-' || id where code = 'CODE'`
  return {
    code: 'CODE',
    kind: 'percent',
    percent: 5,
    amount: null,
    starts_at: null,
    ends_at: null,
    product_ids: null,
  }
}

async function plainProduct() {
  return { sku: crypto.randomUUID(), ...PLAIN_PRODUCT }
}

/** Deletes the rows that no product uses, so that the new row gets the first position. */
async function emptyList(
  shop: Shop,
  table: Exclude<SortedTable, 'shipping_method' | 'attribute'>,
): Promise<Record<string, unknown>> {
  const isUnused =
    table === 'brand' || table === 'sub_category'
      ? sql`not exists (select from product where ${sql.ref(`product.${table}_id`)} = one.id)`
      : sql`true`
  await shop.sql`delete from ${sql.table(table)} as one where ${isUnused}`
  return {}
}

/** Renames all rows but the newest and the shared attribute `Axis`, so that the name in the request is free. */
async function emptyBut(shop: Shop, table: SortedTable): Promise<Record<string, unknown>> {
  await shop.sql`
    update ${sql.table(table)} set name = 'Other ' || id
    where id < (select max(id) from ${sql.table(table)}) and name not like 'Other%' and name <> 'Axis'`
  return {}
}

/** Turns the email on first, because turning off an email that is already off changes nothing. */
async function switchedOn(shop: Shop): Promise<Record<string, unknown>> {
  await shop.sql`delete from email_switch`
  return { is_on: false }
}

type SortedTable = 'slide' | 'partner' | 'shipping_method' | 'brand' | 'sub_category' | 'attribute'

async function idsOf(shop: Shop, table: SortedTable): Promise<number[]> {
  const listed = table === 'shipping_method' ? sql`deleted_at is null` : sql`true`
  const rows = await shop.sql<{ id: number }>`
    select id from ${sql.table(table)} where ${listed} order by position, id`
  return rows.map(({ id }) => id)
}

async function resetToken(shop: Shop, userId: number): Promise<string> {
  const token = newToken()
  await shop.sql`
    insert into password_reset (token_hash, user_id, expires_at)
    values (${hashToken(token)}, ${userId}, now() + interval '10 minutes')`
  return token
}

async function changeToken(
  shop: Shop,
  { id, email }: Person,
  purpose: 'confirm' | 'undo',
): Promise<string> {
  const token = newToken()
  await shop.sql`
    with change as (
      insert into email_change (user_id, old_email, new_email, expires_at, confirmed_at)
      values (${id}, ${`old.${email}`}, ${email}, now() + interval '1 day', now()) returning id
    )
    insert into email_change_token (token_hash, change_id, purpose)
    select ${hashToken(token)}, id, ${purpose} from change`
  return token
}
