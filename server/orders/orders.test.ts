import { expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { deadlockTwice } from '#tests/kit/deadlocks.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('placing an order', (shop) => {
  const order = ({ token }: Person, orders: unknown[], key?: string, more = {}) =>
    shop.call('POST', '/api/user/order', {
      token,
      body: { orders, ...more },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })
  const ordersOf = async (person: Person): Promise<unknown[]> =>
    (await shop.as(person, 'GET', '/api/user/order')).body.data
  const cartOf = async (person: Person): Promise<number[]> => {
    const { body } = await shop.as(person, 'GET', '/api/user/cart')
    return body.Carts.map(({ id }: { id: number }) => id)
  }

  const { placed } = withBuying(shop)

  shop.keepInvariants()

  it('is retried when the database ends it for a deadlock', async () => {
    const customer = await shop.customer()
    const Product = await shop.product({ stock: 5 })
    const undo = await deadlockTwice(shop.db.run, 'orders')

    const answer = await order(customer, [{ Product }])

    await undo()
    expect(answer.status).toBe(201)
    expect(await shop.available(Product)).toBe(4)
  })

  it('keeps price and name when the product changes afterwards', async () => {
    const customer = await shop.customer()
    const Product = await shop.product({ name: 'Then', price: 10 })
    const { body } = await order(customer, [{ Product }])

    await shop.sql`update product set name = 'Now', price_cents = 9900, deleted_at = now() where id = ${Product}`

    const answer = await shop.call('GET', `/api/user/order/${body.data[0].id}`, customer)
    expect(answer.body.data).toMatchObject({ price: 10, product: { name: 'Then', price: 10 } })
  })

  it('lists the newest first, and the lines of one request in their order', async () => {
    const customer = await shop.customer()
    const [a = 0, b = 0, c = 0] = await shop.products(3)

    const first = await order(customer, [{ Product: c }, { Product: a }])
    await order(customer, [{ Product: b }])

    expect(first.body.data.map(({ Product }: { Product: number }) => Product)).toEqual([c, a])
    const { body } = await shop.call('GET', '/api/user/order', { token: customer.token })
    expect(body.data.map(({ Product }: { Product: number }) => Product)).toEqual([b, a, c])
  })

  it('takes the ordered lines out of the cart, and no others', async () => {
    const [customer, other] = [await shop.customer(), await shop.customer()]
    const [bought = 0, kept = 0] = await shop.products(2)
    for (const person of [customer, other]) {
      for (const cart of [bought, kept]) await shop.as(person, 'POST', '/api/user/cart', { cart })
    }

    await order(customer, [{ Product: bought, quantity: 1 }])

    expect(await cartOf(customer)).toEqual([kept])
    expect(await cartOf(other)).toEqual([kept, bought])
  })

  it('is all or nothing: one short product refuses every line', async () => {
    const customer = await shop.customer()
    const plenty = await shop.product({ stock: 50 })
    const short = await shop.product({ name: 'Rare', stock: 2 })
    const none = await shop.product({ name: 'Gone', stock: 0 })
    await shop.as(customer, 'POST', '/api/user/cart', { cart: plenty })
    const lines = [
      { Product: plenty, quantity: 1 },
      { Product: none, quantity: 1 },
      { Product: short, quantity: 3 },
    ]

    const answer = await order(customer, lines)

    expect(answer.status).toBe(409)
    expect(answer.body).toEqual({
      status: 409,
      error: 'out_of_stock',
      message: expect.any(String),
      products: expect.arrayContaining([
        { id: short, name: 'Rare', available: 2 },
        { id: none, name: 'Gone', available: 0 },
      ]),
    })
    expect(answer.body.products).toHaveLength(2)
    expect(await ordersOf(customer)).toEqual([])
    expect(await cartOf(customer)).toEqual([plenty])
    expect(await shop.available(plenty)).toBe(50)
  })

  it('adds up lines of the same product against the stock', async () => {
    const customer = await shop.customer()
    const Product = await shop.product({ name: 'Rare', stock: 5 })
    // The maximum number of units in one request.
    const most = Array.from({ length: 100 }, () => ({ Product, quantity: 99 }))

    expect((await order(customer, most)).status).toBe(409)
    const refused = await order(customer, [
      { Product, quantity: 3 },
      { Product: String(Product), quantity: 3 },
    ])
    const placed = await order(customer, [
      { Product, quantity: 3 },
      { Product: String(Product), quantity: 2 },
    ])

    expect(refused.status).toBe(409)
    expect(refused.body.products).toEqual([{ id: Product, name: 'Rare', available: 5 }])
    expect(placed.status).toBe(201)
    expect(placed.body.data.map(({ quantity }: { quantity: number }) => quantity)).toEqual([3, 2])
    expect(await shop.available(Product)).toBe(0)
  })

  it('refuses more than a hundred lines', async () => {
    const lines = Array(101).fill({ Product: 1 })
    const { status, body } = await order(await shop.customer(), lines)

    expect([status, Object.keys(body.errors)]).toEqual([422, ['orders']])
  })

  it("is refused in another customer's name", async () => {
    const [customer, other] = [await shop.customer(), await shop.customer()]

    const refused = await order(customer, [{ Product: await shop.product(), orderBy: other.id }])

    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden'])
  })

  it('with a key answers the same after the order has moved on and the product is gone', async () => {
    const customer = await shop.customer()
    const Product = await shop.product({ stock: 1 })
    const first = await order(customer, [{ Product }], 'key')
    await shop.call('POST', `/api/user/order/${first.body.data[0].id}/cancel`, customer)
    await shop.sql`update product set deleted_at = now(), name = 'Other' where id = ${Product}`

    const again = await order(customer, [{ Product }], 'key')

    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
  })

  it('with a key that another body had is refused', async () => {
    const customer = await shop.customer()
    const [Product = 0, other = 0] = await shop.products(2, { stock: 5 })
    await order(customer, [{ Product, quantity: 2 }], 'key')

    const bodies = [
      [{ Product, quantity: 3 }],
      [{ Product: other, quantity: 2 }],
      [{ Product, quantity: 2 }, { Product: other }],
      [{ Product, quantity: 99 }],
    ]
    const lines = [{ Product, quantity: 2 }]
    const changes = [
      { note: 'Ring twice' },
      { total: 39.98 },
      { delivery: 1 },
      { addressId: 1 },
      { coupon: 'SPRING' },
      { payment: 'cash' },
    ]
    const answers = [
      ...bodies.map((other) => order(customer, other, 'key')),
      ...changes.map((change) => order(customer, lines, 'key', change)),
    ]
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, Object.keys(body.errors)]).toEqual([422, ['idempotency-key']])
    }
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  it("with another customer's key is an order of its own", async () => {
    const [customer, other] = [await shop.customer(), await shop.customer()]
    const Product = await shop.product({ stock: 5 })

    const mine = await order(customer, [{ Product }], 'shared')
    const theirs = await order(other, [{ Product }], 'shared')

    expect(theirs.status).toBe(201)
    expect(theirs.body.data[0].id).not.toBe(mine.body.data[0].id)
    expect(theirs.body.data[0].orderBy).toBe(other.id)
  })

  it('with a key may be repeated once the key is a day old', async () => {
    const customer = await shop.customer()
    const Product = await shop.product({ stock: 5 })
    const first = await order(customer, [{ Product }], 'key')
    const agedBy = (age: string) =>
      shop.sql`update order_batch set created_at = now() - ${age}::interval where user_id = ${customer.id}`

    await agedBy('23 hours 59 minutes')
    const repeated = await order(customer, [{ Product }], 'key')
    await agedBy('24 hours 1 minute')
    const fresh = await order(customer, [{ Product }], 'key')
    const freshAgain = await order(customer, [{ Product }], 'key')

    expect(repeated.text).toBe(first.text)
    expect(fresh.status).toBe(201)
    expect(fresh.body.data[0].id).not.toBe(first.body.data[0].id)
    expect(freshAgain.text).toBe(fresh.text)
    expect(await ordersOf(customer)).toHaveLength(2)
  })

  it('that was refused with a key may succeed after a restock', async () => {
    const customer = await shop.customer()
    const Product = await shop.product({ stock: 0 })
    const refused = await order(customer, [{ Product }], 'key')
    await shop.sql`
      with more as (update product set on_hand = on_hand + 5 where id = ${Product} returning id)
      insert into stock_ledger (product_id, d_on_hand, reason) select id, 5, 'restock' from more`

    const placed = await order(customer, [{ Product }], 'key')

    expect([refused.status, placed.status]).toEqual([409, 201])
  })

  it.for(['', 'with space', 'ключ', 'x'.repeat(256)])('with the key %j is refused', async (key) => {
    const customer = await shop.customer()
    const Product = await shop.product()

    const answer = await order(customer, [{ Product }], key)

    expect(answer.status).toBe(422)
    expect(await ordersOf(customer)).toEqual([])
  })

  it('may have the longest key, of unusual characters', async () => {
    const customer = await shop.customer()
    const Product = await shop.product()

    for (const key of ['x'.repeat(255), `';drop/**/table/**/orders;--`, '__proto__']) {
      expect((await order(customer, [{ Product }], key)).status).toBe(201)
    }
  })

  /** @returns a new customer, and the ids of the customer's orders, newest first. */
  const withOrders = async (count: number) => {
    const person = await shop.customer()
    const Product = await shop.product({ stock: 1000 })
    const ids: number[] = []
    for (let left = count; left > 0; left -= 100) {
      const lines = Array.from({ length: Math.min(left, 100) }, () => ({ Product }))
      ids.push(...(await placed(person, lines)).map(({ id }) => id))
    }
    return { person, ids: ids.sort((a, b) => b - a) }
  }

  const page = async ({ token }: Person, query: Record<string, string> = {}) => {
    const { body } = await shop.call('GET', '/api/user/order', { token, query })
    return { ids: body.data.map(({ id }: Order) => id) as number[], next: body.nextCursor }
  }

  it('lists two hundred at a time, newest first', async () => {
    const { person, ids } = await withOrders(250)

    const first = await page(person)
    const rest = await page(person, { cursor: first.next })

    expect(first.ids).toEqual(ids.slice(0, 200))
    expect(rest).toEqual({ ids: ids.slice(200), next: null })
  })

  it('lists pages of any size up to that, which an order placed between two requests does not shift', async () => {
    const { person, ids } = await withOrders(5)
    const first = await page(person, { limit: '2' })
    await placed(person, [{ Product: await shop.product() }])
    const second = await page(person, { limit: '2', cursor: first.next })
    const third = await page(person, { limit: '2', cursor: second.next })

    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids)
    expect(third.next).toBeNull()
  })

  it.for([{ limit: '0' }, { limit: '201' }, { cursor: 'nonsense' }])(
    'refuses a list with %o',
    async (query) => {
      const { token } = await shop.customer()

      expect((await shop.call('GET', '/api/user/order', { token, query })).status).toBe(422)
    },
  )

  it('puts every order into the data export of the account', async () => {
    const { person, ids } = await withOrders(45)

    const { body } = await shop.as(person, 'GET', '/api/auth/user/data')

    expect(body.orders.map(({ id }: Order) => id)).toEqual(ids)
  })
})
