/**
 * A client older than addresses, quotes, shipping methods and notes: it makes the specification's calls
 * with the specification's bodies, in a shop whose staff have switched on what came later.
 */
import { beforeAll, expect, it } from 'vitest'
import type { ShippingMethodForm } from '#contract/admin.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { describeShop, PASSWORD } from '#tests/kit/shop.ts'
import { outsideClient } from './outside-client.ts'

/** Section 3 of the specification: what its client reads from the answers. */
const ORDER_KEYS = [
  ...['id', 'dateOrder', 'quantity', 'paymentMethod', 'deliveryMethod', 'orderBy', 'Product'],
  ...['created_at', 'updated_at', 'state', 'product'],
]
const PRODUCT_KEYS = [
  ...['id', 'name', 'profileImage', 'category', 'sold', 'quantity', 'price', 'rating', 'seller'],
  'user_id',
]
const CART_KEYS = ['id', 'name', 'img', 'price', 'user_id', 'isRead', 'description', 'profileImage']

/** Kept by staff beside the free one that a shop begins with. */
const EXPRESS: ShippingMethodForm = {
  ...{ name: 'Express', name_ar: 'سريع', places: null, fee: 7, free_from: null },
  ...{ days_min: 1, days_max: 2, last_hour: 14, is_active: true },
}

describeShop('an older client', (shop) => {
  const { ask } = outsideClient(shop)
  let staff: string

  beforeAll(async () => {
    staff = (await shop.admin()).token
    const added = await ask('POST /api/admin/shipping-methods', { token: staff, body: EXPRESS })
    expect(added.status).toBe(201)
    const { methods } = (await ask('GET /api/admin/shipping-methods', { token: staff })).body
    expect(methods.map(({ fee }: { fee: number }) => fee)).toEqual([0, EXPRESS.fee])
  })

  it.for([
    ['no address', 'older'],
    ['an address from a newer client', 'newer'],
  ] as const)('with %s signs up, orders, pays, cancels and lists', async ([, kind]) => {
    const [phone, cable] = [
      await shop.product({ price: 19.99, stock: 9 }),
      await shop.product({ price: 0.1, stock: 9 }),
    ]
    const { token, id: userId } = await signUp(`${kind}-client`)
    if (kind === 'newer') {
      const kept = await ask('POST /api/user/addresses', { token, body: AN_ADDRESS })
      expect(kept.status).toBe(201)
    }

    const home = await ask('GET /api/', { token })
    expectKeys(home.body, ['products', 'categories', 'carts'])
    for (const product of home.body.products) expectKeys(product, PRODUCT_KEYS)

    for (const cart of [phone, cable]) {
      expect((await ask('POST /api/user/cart', { token, body: { cart } })).status).toBe(200)
    }
    const { Carts } = (await ask('GET /api/user/cart', { token })).body
    for (const item of Carts) expectKeys(item, CART_KEYS)
    const read = await ask('POST /api/user/cart/markItRead', { token, body: { carts: Carts } })
    expect(read.status).toBe(200)

    const orders = [lineOf(phone, userId, 3), lineOf(cable, userId, 3)]
    const placed = await ask('POST /api/user/order', { token, body: { orders } })
    expect(placed.status).toBe(201)
    expect(placed.body).toMatchObject({ status: 201, message: 'Order submitted successfully' })
    for (const order of placed.body.data) expectKeys(order, ORDER_KEYS)
    expect(placed.body.data).toMatchObject([
      { ...AS_ORDERED, Product: phone, orderBy: userId, price: 19.99, total: 59.97 },
      { ...AS_ORDERED, Product: cable, orderBy: userId, price: 0.1, total: 0.3 },
    ])
    expect((await ask('GET /api/user/cart', { token })).body).toEqual({ Carts: [] })

    const [paid, canceled] = placed.body.data.map(({ id }: { id: number }) => id)
    await ask(`POST /api/admin/orders/${paid}/confirm`, { token: staff })
    const confirmed = await ask(`GET /api/user/order/${paid}`, { token })
    expect(confirmed.body.data).toMatchObject({ ...AS_ORDERED, state: 'confirm', total: 59.97 })
    const payment = await ask(`POST /api/user/order/${paid}/payment`, { token })
    expect(payment.status).toBe(200)
    expect(payment.body.data).toMatchObject({ ...AS_ORDERED, state: 'complete', total: 59.97 })
    expect((await ask(`POST /api/user/order/${canceled}/cancel`, { token })).status).toBe(200)

    const list = await ask('GET /api/user/order', { token })
    for (const order of list.body.data) expectKeys(order, ORDER_KEYS)
    expect(new Map(list.body.data.map(inShort))).toEqual(
      new Map([
        [paid, { state: 'complete', quantity: 3, total: 59.97 }],
        [canceled, { state: 'canceled', quantity: 3, total: 0.3 }],
      ]),
    )
    // The free way comes first, so that what is paid is price times quantity.
    const purchase = await ask(`GET /api/user/purchases/${placed.body.data[0].purchaseId}`, {
      token,
    })
    expect(purchase.body.data).toMatchObject({ paid: 59.97, refunded: 0 })

    expectKeys((await ask('POST /api/auth/logout', { token })).body, ['message'])
    expect((await ask('GET /api/user/order', { token })).status).toBe(401)
  })

  async function signUp(username: string): Promise<{ token: string; id: number }> {
    const email = `${username}@barq.example`
    const form = { username, email, password: PASSWORD, password_confirmation: PASSWORD }
    const signedUp = await ask('POST /api/auth/register', { body: form })
    expect(signedUp.status).toBe(201)
    expect(signedUp.body).not.toHaveProperty('error')
    const login = await ask('POST /api/auth/login', { body: { email, password: PASSWORD } })
    expectKeys(login.body, ['access_token', 'account_type'])
    const token: string = login.body.access_token
    const user = await ask('GET /api/auth/user', { token })
    expect(user.body).toMatchObject({ username, email })
    expect((await ask('GET /api/user', { token })).body).toEqual(user.body)
    return { token, id: user.body.id }
  }
})

/** Section 7: the values that every new order has. */
const AS_ORDERED = {
  paymentMethod: 'card',
  deliveryMethod: 'delivery',
  state: 'pending',
  quantity: 3,
}

/** A line with the nine fields of the specification and no other. */
function lineOf(Product: number, orderBy: number, quantity: number) {
  const now = new Date().toISOString()
  return {
    ...AS_ORDERED,
    dateOrder: now,
    quantity,
    orderBy,
    Product,
    created_at: now,
    updated_at: now,
  }
}

function inShort({ id, state, quantity, total }: Record<string, unknown>) {
  return [id, { state, quantity, total }] as const
}

/** The answer may have more: a client ignores what it does not know. */
function expectKeys(answer: object, specified: readonly string[]): void {
  expect(Object.keys(answer)).toEqual(expect.arrayContaining([...specified]))
}
