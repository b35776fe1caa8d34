/** Creates, for an owner, the resource that the id in an endpoint's path refers to. */
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { addPasskey } from '#tests/kit/passkeys.ts'
import type { Person, Shop } from '#tests/kit/shop.ts'
import type { RouteCall } from './routes.ts'

const CASH_PRICE = 12.5

type Make = (shop: Shop, owner: Person) => Promise<number>

/** Factories, keyed by endpoint; the ownership test requires one for every endpoint with an id in its path. */
export const THINGS: Record<RouteCall, Make> = {
  'GET /api/products/{id}': (shop) => shop.product(),
  'GET /api/products/{id}/fits': (shop) => shop.product(),
  'DELETE /api/user/devices/{id}': device,
  'PUT /api/user/cart/{id}': inCart,
  'DELETE /api/user/cart/{id}': inCart,
  'GET /api/user/order/{id}': (shop, owner) => order(shop, owner),
  'GET /api/user/order/{id}/cancellation': (shop, owner) => order(shop, owner),
  'POST /api/user/order/{id}/cancel': (shop, owner) => order(shop, owner),
  'POST /api/user/order/{id}/payment': (shop, owner) => order(shop, owner, ['confirm']),
  'POST /api/user/order/{id}/delivered': (shop, owner) =>
    order(shop, owner, ['confirm', 'payment']),
  'PUT /api/user/order/{id}/address': (shop, owner) => order(shop, owner),
  'GET /api/user/purchases/{id}': purchase,
  'POST /api/user/purchases/{id}/payment': purchase,
  'PUT /api/user/addresses/{id}': address,
  'POST /api/user/addresses/{id}/default': address,
  'DELETE /api/user/addresses/{id}': address,
  'DELETE /api/auth/sessions/{id}': session,
  'POST /api/auth/second-factor/passkeys/{id}/delete': passkey,
  // Disabled in this shop, so it returns 404 to everybody. The mail folder has its own tests.
  'GET /api/demo/mails/{id}': async () => 1,
  'GET /api/admin/products/{id}': (shop) => shop.product(),
  'PUT /api/admin/products/{id}': (shop) => shop.product(),
  'DELETE /api/admin/products/{id}': (shop) => shop.product(),
  'GET /api/admin/products/{id}/fits': (shop) => shop.product({ category: 'Accessories' }),
  'PUT /api/admin/products/{id}/fits': (shop) => shop.product({ category: 'Accessories' }),
  'POST /api/admin/products/{id}/restore': soldAndDeleted,
  'POST /api/admin/products/{id}/stock': (shop) => shop.product(),
  'POST /api/admin/products/{id}/pictures': (shop) => shop.product(),
  'GET /api/admin/products/imports/{id}': importJob,
  'POST /api/admin/products/imports/{id}/undo': importJob,
  'GET /api/admin/customers/{id}': async (_shop, owner) => owner.id,
  'POST /api/admin/customers/{id}/disable': async (shop) => (await shop.customer()).id,
  'POST /api/admin/customers/{id}/enable': async (_shop, owner) => owner.id,
  'DELETE /api/admin/api-tokens/{id}': apiToken,
  'PUT /api/admin/webhooks/{id}': webhook,
  'DELETE /api/admin/webhooks/{id}': webhook,
  'GET /api/admin/webhooks/{id}/deliveries': webhook,
  'POST /api/admin/webhook-deliveries/{id}': webhookDelivery,
  'PUT /api/admin/staff/{id}': async (shop) => (await shop.admin()).id,
  'DELETE /api/admin/staff/{id}/second-factor': async (shop) => (await shop.admin()).id,
  'DELETE /api/admin/staff/{id}': async (shop) => (await shop.admin()).id,
  'GET /api/admin/orders/{id}': (shop, owner) => order(shop, owner),
  'POST /api/admin/orders/{id}/confirm': (shop, owner) => order(shop, owner),
  'POST /api/admin/orders/{id}/cancel': (shop, owner) => order(shop, owner),
  'POST /api/admin/orders/{id}/delivered': (shop, owner) =>
    order(shop, owner, ['confirm', 'payment']),
  'DELETE /api/admin/orders/{id}/delivered': delivered,
  'PUT /api/admin/orders/{id}/address': (shop, owner) => order(shop, owner),
  'POST /api/admin/orders/{id}/refund': (shop, owner) => order(shop, owner, ['confirm', 'payment']),
  'POST /api/admin/purchases/{id}/cash': cashPurchase,
  'GET /api/admin/parcels/{id}': parcel,
  'PUT /api/admin/parcels/{id}': parcel,
  'PUT /api/admin/slides/{id}': slide,
  'DELETE /api/admin/slides/{id}': slide,
  'GET /api/admin/invoices/{id}': invoice,
  'GET /api/admin/invoices/{id}/pdf': invoice,
  'GET /api/user/invoices/{id}': invoice,
  'GET /api/user/invoices/{id}/pdf': invoice,
  'PUT /api/admin/coupons/{id}': coupon,
  'DELETE /api/admin/coupons/{id}': coupon,
  'PUT /api/admin/shipping-methods/{id}': shippingMethod,
  'DELETE /api/admin/shipping-methods/{id}': shippingMethod,
  'PUT /api/admin/brands/{id}': brand,
  'DELETE /api/admin/brands/{id}': brand,
  'PUT /api/admin/sub-categories/{id}': subCategory,
  'DELETE /api/admin/sub-categories/{id}': subCategory,
  'PUT /api/admin/attributes/{id}': attribute,
  'DELETE /api/admin/attributes/{id}': attribute,
  'GET /api/admin/families/{id}': family,
  'PUT /api/admin/families/{id}': family,
  'DELETE /api/admin/families/{id}': family,
  'POST /api/admin/families/{id}/products': family,
  'PUT /api/admin/partners/{id}': partner,
  'DELETE /api/admin/partners/{id}': partner,
}

export const PLAIN_NUMBER = { category: 'Phones', kind: 'number', choices: [] }
export const PLAIN_PRODUCT = { brand: null, sub_category: null, attributes: [] }

/** Body fields that must match the resource in the path. */
export const FIELDS_OF_OWNER: Record<
  RouteCall,
  (shop: Shop, owner: Person) => Promise<Record<string, unknown>>
> = {
  'PUT /api/user/order/{id}/address': async (shop, owner) => ({
    addressId: await address(shop, owner),
  }),
  'PUT /api/admin/products/{id}/fits': async (shop) => ({
    version: 1,
    rows: [{ device: await shop.product() }],
  }),
  'POST /api/admin/purchases/{id}/cash': async () => ({ total: CASH_PRICE, parcel: null }),
  'PUT /api/admin/brands/{id}': async () => ({ name: crypto.randomUUID(), logo: null }),
  'PUT /api/admin/attributes/{id}': async () => PLAIN_NUMBER,
  'PUT /api/admin/products/{id}': async () => PLAIN_PRODUCT,
  'PUT /api/admin/families/{id}': async (shop) => {
    const { axis, product } = await lastFamily(shop)
    return { category: 'Phones', axes: [axis], products: [product], version: 1 }
  },
  'POST /api/admin/families/{id}/products': async (shop) => {
    const { axis, product } = await lastFamily(shop)
    const values = [{ attribute: axis, number: 2 }]
    return { like: product, products: [{ values, price: 5, stock: 1, sku: null }] }
  },
}

/** @returns the id of the product, which is also the id of its cart line. */
async function inCart(shop: Shop, { token }: Person): Promise<number> {
  const cart = await shop.product()
  await shop.call('POST', '/api/user/cart', { token, body: { cart } })
  return cart
}

/** @returns the id of a product that the customer saved as a device. */
async function device(shop: Shop, { token }: Person): Promise<number> {
  const named = await shop.product()
  await shop.call('POST', '/api/user/devices', { token, body: { device: named } })
  return named
}

export async function address(shop: Shop, { token }: Person): Promise<number> {
  const { body } = await shop.call('POST', '/api/user/addresses', {
    token,
    body: AN_ADDRESS,
  })
  return body.data.id
}

export async function order(
  shop: Shop,
  { token }: Person,
  moves: ReadonlyArray<'confirm' | 'payment'> = [],
): Promise<number> {
  const Product = await shop.product()
  const { body } = await shop.call('POST', '/api/user/order', {
    token,
    body: { orders: [{ Product }] },
  })
  const id: number = body.data[0].id
  const staff = moves.length > 0 ? await shop.admin() : null
  for (const move of moves) {
    if (move === 'payment') await shop.call('POST', `/api/user/order/${id}/payment`, { token })
    else await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: staff?.token })
  }
  return id
}

/** @returns the id of a paid order that has an address, as parcels require. */
export async function sendable(shop: Shop, owner: Person): Promise<number> {
  await address(shop, owner)
  return order(shop, owner, ['confirm', 'payment'])
}

async function delivered(shop: Shop, owner: Person): Promise<number> {
  const id = await order(shop, owner, ['confirm', 'payment'])
  const { token } = await shop.admin()
  await shop.call('POST', `/api/admin/orders/${id}/delivered`, { token })
  return id
}

async function parcel(shop: Shop, owner: Person): Promise<number> {
  const id = await sendable(shop, owner)
  const { body } = await shop.call('POST', '/api/admin/parcels', {
    token: (await shop.admin()).token,
    body: { orders: [id] },
  })
  return body.data.id
}

async function purchase(shop: Shop, owner: Person): Promise<number> {
  const id = await order(shop, owner, ['confirm'])
  const { body } = await shop.call('GET', `/api/user/order/${id}`, { token: owner.token })
  return body.data.purchaseId
}

/** @returns the id of a cash-on-delivery purchase with one confirmed order. */
async function cashPurchase(shop: Shop, { token }: Person): Promise<number> {
  await shop.sql`update cash_on_delivery set is_on = true, max_cents = null`
  const orders = [{ Product: await shop.product({ price: CASH_PRICE }) }]
  const { body } = await shop.call('POST', '/api/user/order', {
    token,
    body: { orders, payment: 'cash' },
  })
  const [{ id, purchaseId }] = body.data
  await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: (await shop.admin()).token })
  return purchaseId
}

async function passkey(shop: Shop, owner: Person): Promise<number> {
  await addPasskey(shop, owner)
  return shop.value`
    insert into passkey (user_id, credential_id, public_key, counter, transports, name)
    values (${owner.id}, ${crypto.randomUUID()}, '', 0, '{}', 'k') returning id`
}

async function apiToken(shop: Shop): Promise<number> {
  const { token } = await shop.admin()
  const body = { name: 'Token', role: 'reader' }
  return (await shop.call('POST', '/api/admin/api-tokens', { token, body })).body.data.id
}

function webhook(shop: Shop): Promise<number> {
  return shop.value`
    insert into webhook (url, events, secret, is_active)
    values ('https://erp.example', '{order.placed}', '\\x00', true) returning id`
}

async function webhookDelivery(shop: Shop): Promise<number> {
  return shop.value`
    insert into webhook_delivery (webhook_id, event, data)
    values (${await webhook(shop)}, 'order.placed', '{"orderId": 1}') returning id`
}

async function session(shop: Shop, owner: Person): Promise<number> {
  await shop.signIn(owner)
  return shop.value`select max(id) as id from session where user_id = ${owner.id}`
}

/** Deleting an ordered product only hides it, so it can be restored. */
async function soldAndDeleted(shop: Shop, { token }: Person): Promise<number> {
  const Product = await shop.product()
  await shop.call('POST', '/api/user/order', { token, body: { orders: [{ Product }] } })
  await shop.sql`update product set deleted_at = now() where id = ${Product}`
  return Product
}

async function importJob(shop: Shop): Promise<number> {
  const { id } = await shop.admin()
  return shop.value`
    with job as (
      insert into import_job (actor_id, total, state) values (${id}, 1, 'done') returning id
    )
    insert into import_row (job_id, row, product_id, is_done, version)
    select id, 2, 0, true, 1 from job returning job_id as id`
}

function slide(shop: Shop): Promise<number> {
  return shop.value`
    insert into slide (title, title_ar, subtitle, subtitle_ar, cta, cta_ar, link, picture_key, position)
    values ('t', 't', '', '', 'c', 'c', '/', 'orvane-one', 0) returning id`
}

function partner(shop: Shop): Promise<number> {
  return shop.value`
    insert into partner (name, name_ar, logo, logo_ratio, position)
    values ('p', 'p', '/media/brands/orvane.svg', 2, 0) returning id`
}

function shippingMethod(shop: Shop): Promise<number> {
  return shop.value`
    insert into shipping_method (name, name_ar, position) values ('w', 'w', 1)
    returning id`
}

function brand(shop: Shop): Promise<number> {
  return shop.value`
    insert into brand (name, position) values (${crypto.randomUUID()}, 0) returning id`
}

function subCategory(shop: Shop): Promise<number> {
  return shop.value`
    insert into sub_category (category_id, name, name_ar, position)
    select id, ${crypto.randomUUID()}, 's', 0 from category where name = 'Phones'
    returning id`
}

function attribute(shop: Shop): Promise<number> {
  return shop.value`
    insert into attribute (category_id, name, name_ar, kind, position)
    select id, ${crypto.randomUUID()}, 'a', 'number', 0 from category where name = 'Phones'
    returning id`
}

/** The id of an attribute shared by all families, so that the audit log always contains the same id. */
export function axisOfPhones(shop: Shop): Promise<number> {
  return shop.value`
    with made as (
      insert into attribute (category_id, name, name_ar, kind, position)
      select id, 'Axis', 'Axis', 'number', 0 from category where name = 'Phones'
      on conflict do nothing returning id
    )
    select id from made union select id from attribute where name = 'Axis'`
}

async function lastFamily(shop: Shop): Promise<{ axis: number; product: number }> {
  const [row] = await shop.sql<{ axis: number; product: number }>`
    select x.attribute_id as axis, p.id as product
    from product p join family_axis x on x.family_id = p.family_id
    order by p.family_id desc limit 1`
  if (!row) throw new Error('there is no family')
  return row
}

/** @returns the id of a new family with one phone, whose axis is a numeric attribute. */
async function family(shop: Shop): Promise<number> {
  const [axis, product] = [await axisOfPhones(shop), await shop.product({ category: 'Phones' })]
  const id = await shop.value`
    insert into family (category_id, name, name_ar)
    select id, 'f', 'f' from category where name = 'Phones' returning id`
  await shop.sql`
    insert into family_axis (family_id, category_id, attribute_id, position)
    select id, category_id, ${axis}, 0 from family where id = ${id}`
  await shop.sql`
    insert into product_attribute (product_id, attribute_id, kind, number)
    values (${product}, ${axis}, 'number', 1)`
  await shop.sql`update product set family_id = ${id} where id = ${product}`
  return id
}

async function coupon(shop: Shop): Promise<number> {
  await shop.sql`update coupon set code = 'THING-' || id where code = 'THING'`
  return shop.value`
    insert into coupon (code, kind, percent) values ('THING', 'percent', 5) returning id`
}

async function invoice(shop: Shop, owner: Person): Promise<number> {
  const id = await order(shop, owner, ['confirm', 'payment'])
  return shop.value`
    select id from invoice
    where purchase_id = (select batch_id from orders where id = ${id})`
}
