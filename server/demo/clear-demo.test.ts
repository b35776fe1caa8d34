import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeDemoShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { createSessions } from '../accounts/sessions/sessions.ts'
import { readConfig } from '../config.ts'
import { openSignals } from '../platform/db/signals.ts'
import { StartError } from '../platform/start-error.ts'
import { clearDemo } from './clear-demo.ts'
import { DEMO_ADMIN, DEMO_CUSTOMER, DEMO_PASSWORD } from './demo-accounts.ts'
import { firstStart } from './first-start.ts'

const NOTHING = {
  products: 0,
  hiddenProducts: 0,
  accounts: 0,
  disabledAccounts: 0,
  orders: 0,
  ratings: 0,
  slides: 0,
  partners: 0,
}

describeDemoShop('clearing the demo of a shop that is in use', (shop) => {
  let own: Own

  it('is refused while the shop has no admin of its own, and changes nothing', async () => {
    await expect(clear(shop)).rejects.toThrow(StartError)

    expect(await countRows(shop, 'product')).toBe(76)
    expect((await signIn(shop, DEMO_CUSTOMER)).status).toBe(200)
  })

  it('removes the demo data and what its customers did', async () => {
    own = await useDemoShop(shop)

    const cleared = await clear(shop)

    expect(cleared).toMatchObject({
      products: 74,
      hiddenProducts: 2,
      disabledAccounts: 1,
      accounts: 241,
      slides: 4,
      partners: 6,
    })
    expect(cleared.orders).toBeGreaterThan(2_500)
    expect(cleared.ratings).toBeGreaterThan(800)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it("keeps own products, with the units that the demo's orders held", async () => {
    const rows = await shop.sql`
      select on_hand, reserved, sold, rating_count, deleted_at, user_id
      from product where id = ${own.product}`

    expect(rows).toEqual([
      {
        on_hand: 10,
        reserved: 1,
        sold: 0,
        rating_count: 1,
        deleted_at: null,
        user_id: own.adminId,
      },
    ])
  })

  it('keeps the orders and ratings of own customers, even of demo products', async () => {
    const { token } = own.customer
    const { body } = await shop.call('GET', '/api/user/order', { token })

    expect(body.data.map(({ Product }: Order) => Product)).toEqual([own.product, own.ordered])
    expect(body.data[1].product.name).toMatch(/\w/)
    expect(await countRows(shop, 'orders')).toBe(2)
    expect(await countRows(shop, 'rating')).toBe(2)
  })

  it('goes back to the settings of a new shop', async () => {
    const { body } = await shop.call('POST', '/api/user/quote', {
      token: own.customer.token,
      body: { orders: [{ Product: own.product }] },
    })
    expect(body.data).toMatchObject({
      deliveries: [{ name: 'Delivery' }],
      payments: ['online'],
      tax: null,
    })
    expect(await countRows(shop, 'tax_rate')).toBe(0)
    const rows = await shop.sql`select name, address, tax_number from seller`
    expect(rows).toEqual([{ name: 'Barq', address: '', tax_number: null }])
    expect(await shop.sql`select from category where tagline <> '' or tagline_ar <> ''`).toEqual([])
  })

  it('shows no demo product any more', async () => {
    const list = await shop.call('GET', '/api/products', { query: { search: 'Own phone' } })
    const hidden = await shop.call('GET', `/api/products/${own.ordered}`)
    const cart = await shop.call('GET', '/api/user/cart', { token: own.customer.token })
    const rows = await shop.sql`select id from product where deleted_at is null`

    expect(list.body.products).toHaveLength(1)
    expect(hidden.status).toBe(404)
    expect(cart.body.Carts).toEqual([])
    expect(rows).toEqual([{ id: own.product }])
  })

  it('locks the accounts with the public password', async () => {
    for (const email of [DEMO_CUSTOMER, DEMO_ADMIN]) {
      expect((await signIn(shop, email)).status).toBe(401)
    }
    const rows = await shop.sql`
      select from session join app_user on app_user.id = session.user_id
      where demo`
    expect(rows).toEqual([])
    const remembered = () => shop.call('GET', '/api/user', { token: own.demoToken })
    await expect.poll(async () => (await remembered()).status).toBe(401)
  })

  it('leaves a shop that no start fills again, in production too', async () => {
    const production = { ...readConfig({ DEMO: 'off' }), production: true }

    for (const config of [readConfig({}), production]) {
      expect(await firstStart(config, shop.db)).toEqual({ demo: false, notes: [] })
    }
  })

  it('removes nothing more the second time', async () => {
    expect(await clear(shop)).toEqual(NOTHING)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('still protects the ledger', async () => {
    await expect(shop.sql`delete from stock_ledger`).rejects.toThrow('append-only')
  })
})

interface Own {
  customer: Person
  demoToken: string
  adminId: number
  /** A product that the demo admin added; both the real and the demo customer have ordered it. */
  product: number
  /** The demo product that the real customer ordered. */
  ordered: number
}

/** Simulates what an owner and a first real customer may have done before the demo data was removed. */
async function useDemoShop(shop: Shop): Promise<Own> {
  const [product, ordered, rated] = [
    await shop.product({ name: 'Own phone', stock: 10 }),
    await idOfSku(shop, 'ampriva-braid'),
    await idOfSku(shop, 'orvane-one'),
  ]
  await shop.sql`
    update product set user_id = (select id from app_user where email = ${DEMO_ADMIN})
    where id = ${product}`
  const customer = await shop.customer()
  const demo = (await signIn(shop, DEMO_CUSTOMER)).body.access_token as string
  await order(shop, demo, product, 3)
  await rate(shop, demo, product)
  await order(shop, customer.token, ordered, 2)
  await order(shop, customer.token, product, 1)
  await rate(shop, customer.token, product)
  await rate(shop, customer.token, rated)
  await shop.call('POST', '/api/user/cart', { token: customer.token, body: { cart: rated } })
  // A demo admin's action in the history of an order that remains.
  await shop.sql`
    update order_history set actor_id = (select id from app_user where email = ${DEMO_ADMIN})
    where id = (select max(id) from order_history where actor_id = ${customer.id})`
  const adminId = await shop.value`
    select id from app_user where account_type = 'admin' and not demo`
  return { customer, demoToken: demo, adminId, product, ordered }
}

async function clear(shop: Shop) {
  return clearDemo(shop.db, createSessions(shop.db, await openSignals(shop.db)))
}

function order(shop: Shop, token: string, Product: number, quantity: number) {
  return shop.call('POST', '/api/user/order', { token, body: { orders: [{ Product, quantity }] } })
}

function rate(shop: Shop, token: string, productId: number) {
  return shop.call('POST', '/api/user/rate', { token, body: { productId, rating: 5 } })
}

function signIn(shop: Shop, email: string) {
  return shop.call('POST', '/api/auth/login', { body: { email, password: DEMO_PASSWORD } })
}

function idOfSku(shop: Shop, sku: string): Promise<number> {
  return shop.value`select id from product where sku = ${sku}`
}

function countRows(shop: Shop, table: string): Promise<number> {
  return shop.value`
    select count(*) as count from ${sql.table(table)}`
}
