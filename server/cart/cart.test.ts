import { expect, it } from 'vitest'
import type { CartItem } from '#contract/cart.ts'
import { ORDER_LINES_MAX, QUANTITY_MAX } from '#contract/limits.ts'
import { deadlockTwice } from '#tests/kit/deadlocks.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { addOne } from './cart.store.ts'

describeShop('the cart', (shop) => {
  const add = (person: Person, cart: unknown) => shop.as(person, 'POST', '/api/user/cart', { cart })
  const join = (person: Person, lines: Array<{ id: unknown; quantity: number }>) =>
    shop.as(person, 'POST', '/api/user/cart/join', { lines })
  const setQuantity = (person: Person, id: number, quantity: number) =>
    shop.as(person, 'PUT', `/api/user/cart/${id}`, { quantity })
  const lines = async (person: Person): Promise<CartItem[]> =>
    (await shop.as(person, 'GET', '/api/user/cart')).body.Carts

  it('accepts a product and returns it in the wire format', async () => {
    const customer = await shop.customer()
    const cart = await shop.product({
      name: 'Lamp',
      name_ar: 'مصباح',
      description: 'Bright',
      description_ar: 'ساطع',
      price: 19.99,
      pictures: [{ key: 'orvane-one', alt: 'front', alt_ar: 'أمام' }],
    })

    const answer = await add(customer, cart)

    expect(answer.status).toBe(200)
    const line = {
      id: cart,
      name: 'Lamp',
      name_ar: 'مصباح',
      img: '/media/orvane-one/384.webp',
      profileImage: '/media/orvane-one/384.webp',
      price: 19.99,
      added_price: 19.99,
      compare_at_price: null,
      quantity: 1,
      user_id: await shop.value`select user_id from product where id = ${cart}`,
      isRead: false,
      description: 'Bright',
      description_ar: 'ساطع',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    }
    expect(answer.body).toEqual({
      status: true,
      message: expect.any(String),
      id: cart,
      data: line,
    })
    expect(await lines(customer)).toEqual([line])
  })

  it('adds one to the line when the product is added again, unread and on top', async () => {
    const customer = await shop.customer()
    const [first = 0, second = 0] = await shop.products(2)
    await add(customer, first)
    await add(customer, second)
    await shop.as(customer, 'POST', '/api/user/cart/markItRead', { carts: [first, second] })

    await add(customer, String(first))

    expect(await lines(customer)).toMatchObject([
      { id: first, quantity: 2, isRead: false },
      { id: second, quantity: 1, isRead: true },
    ])
  })

  it('is retried when the database ends its statement for a deadlock', async () => {
    const { id } = await shop.customer()
    const product = await shop.product()
    const undo = await deadlockTwice(shop.db.run, 'cart_item')

    expect(await addOne(shop.db.run, id, product)).toMatchObject({ quantity: 1 })
    await undo()
  })

  it(`never counts above ${QUANTITY_MAX}`, async () => {
    const customer = await shop.customer()
    const cart = await shop.product({ stock: 200 })
    await add(customer, cart)
    expect((await setQuantity(customer, cart, QUANTITY_MAX)).body).toEqual({
      message: expect.any(String),
      data: expect.objectContaining({ id: cart, quantity: QUANTITY_MAX }),
    })

    const answer = await add(customer, cart)

    expect(answer.status).toBe(200)
    expect(answer.body.data.quantity).toBe(QUANTITY_MAX)
  })

  it('refuses a product that does not exist or was deleted', async () => {
    const customer = await shop.customer()
    const gone = await shop.product()
    await shop.sql`update product set deleted_at = now() where id = ${gone}`

    for (const id of [999_999, gone, '999999999999999']) {
      const answer = await add(customer, id)

      expect(answer.status).toBe(404)
      expect(answer.body.error).toBe('not_found')
    }
    expect(await lines(customer)).toEqual([])
  })

  it('takes no more units than there are, and fewer at any time', async () => {
    const customer = await shop.customer()
    const cart = await shop.product({ stock: 3 })
    await add(customer, cart)
    const left = { status: 409, body: { error: 'sold_out', message: 'Only 3 left.' } }
    expect(await setQuantity(customer, cart, 4)).toMatchObject(left)
    expect((await setQuantity(customer, cart, 3)).status).toBe(200)
    expect(await add(customer, cart)).toMatchObject(left)

    await shop.as(await shop.admin(), 'POST', `/api/admin/products/${cart}/stock`, { change: -2 })
    expect((await setQuantity(customer, cart, 3)).status).toBe(200)
    expect((await setQuantity(customer, cart, 2)).status).toBe(200)
    expect((await setQuantity(customer, cart, 3)).status).toBe(409)
    const orders = [{ Product: cart, quantity: 2 }]
    const { data } = (await shop.as(customer, 'POST', '/api/user/quote', { orders })).body
    const [line] = data.lines
    expect(line).toMatchObject({ quantity: 2, available: 1, total: line.price })
    expect(data.items).toBe(line.price)
  })

  it('keeps the price at which a unit was last added', async () => {
    const customer = await shop.customer()
    const cart = await shop.product({ price: 10 })
    await add(customer, cart)
    await shop.sql`update product set price_cents = 1200 where id = ${cart}`
    expect(await lines(customer)).toMatchObject([{ price: 12, added_price: 10 }])
    expect((await setQuantity(customer, cart, 2)).body.data.added_price).toBe(10)
    expect((await add(customer, cart)).body.data.added_price).toBe(12)
  })

  it('counts units that others have reserved as sold out', async () => {
    const [customer, other] = [await shop.customer(), await shop.customer()]
    const cart = await shop.product({ stock: 1 })
    await shop.as(other, 'POST', '/api/user/order', { orders: [{ Product: cart }] })

    expect(await add(customer, cart)).toMatchObject({
      status: 409,
      body: { error: 'sold_out' },
    })
    expect(await lines(customer)).toEqual([])
  })

  it(`holds ${ORDER_LINES_MAX} products even when many are added at once, and more of each`, async () => {
    const customer = await shop.customer()
    const [first = 0, ...products] = await shop.products(ORDER_LINES_MAX + 15)
    await add(customer, first)
    for (const id of products.splice(0, ORDER_LINES_MAX - 6)) await add(customer, id)

    const answers = await Promise.all(products.map((id) => add(customer, id)))

    const added = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(added).toHaveLength(5)
    expect(new Set(refused.map(({ body }) => body.error))).toEqual(new Set(['cart_full']))
    expect((await add(customer, first)).status).toBe(200)
    expect(await lines(customer)).toHaveLength(ORDER_LINES_MAX)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('takes in what was chosen without an account, once, however often it is sent', async () => {
    const customer = await shop.customer()
    const [known = 0, more = 0, fresh = 0, gone = 0] = await shop.products(4)
    const soldOut = await shop.product({ stock: 0 })
    await shop.sql`update product set deleted_at = now() where id = ${gone}`
    for (const id of [known, more]) await add(customer, id)
    await setQuantity(customer, known, 3)
    const chosen = [
      ...[known, more, fresh].map((id) => ({ id, quantity: 2 })),
      ...[String(soldOut), gone, fresh, 999_999].map((id) => ({ id, quantity: 1 })),
    ]

    const answers = await Promise.all([join(customer, chosen), join(customer, chosen)])

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { left: [gone, 999_999] } })
    }
    const now = (await lines(customer)).map(({ id, quantity }) => [id, quantity])
    // In the order of the visitor's cart, above the line that stayed as it was.
    expect(now).toEqual([
      [more, 2],
      [fresh, 2],
      [soldOut, 1],
      [known, 3],
    ])
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('takes in what it has room for', async () => {
    const customer = await shop.customer()
    const products = await shop.products(ORDER_LINES_MAX + 2)
    const [first = 0, ...others] = products
    await add(customer, first)

    // Newest first, so that the products that fit are not those with the lowest ids.
    const newest = others.slice(0, ORDER_LINES_MAX).reverse()
    const chosen = newest.map((id) => ({ id, quantity: 1 }))
    expect((await join(customer, chosen)).body.left).toEqual([chosen.at(-1)?.id])
    const again = [first, products.at(-1)].map((id) => ({ id, quantity: 2 }))
    expect((await join(customer, again)).body.left).toEqual([products.at(-1)])
    expect(await lines(customer)).toHaveLength(ORDER_LINES_MAX)
  })

  it('shows a product as it is now, and hides it when it is deleted', async () => {
    const customer = await shop.customer()
    const cart = await shop.product({ price: 10 })
    await add(customer, cart)

    await shop.sql`update product set price_cents = 1250, name = 'Renamed' where id = ${cart}`
    expect(await lines(customer)).toMatchObject([{ price: 12.5, name: 'Renamed' }])

    await shop.sql`update product set deleted_at = now() where id = ${cart}`
    expect(await lines(customer)).toEqual([])
  })

  it('is on the home page of a signed-in customer, and of nobody else', async () => {
    const customer = await shop.customer()
    const cart = await shop.product()
    await add(customer, cart)

    const own = await shop.as(customer, 'GET', '/api/')
    const stranger = await shop.call('GET', '/api/')
    const garbage = await shop.call('GET', '/api/', { token: 'x'.repeat(43) })

    expect(own.body.carts).toEqual(await lines(customer))
    expect(own.headers['cache-control']).toBe('no-store')
    expect(stranger.body.carts).toEqual([])
    expect(garbage.status).toBe(200)
    expect(garbage.body.carts).toEqual([])
    expect(own.body.products).toEqual(stranger.body.products)
  })
})
