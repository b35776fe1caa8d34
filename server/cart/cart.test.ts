import { expect, it } from 'vitest'
import { ORDER_LINES_MAX, QUANTITY_MAX } from '#contract/limits.ts'
import { deadlockTwice } from '#tests/kit/deadlocks.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { addOne } from './cart.store.ts'

describeShop('the cart', (shop) => {
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

    const answer = await add(shop, customer, cart)

    expect(answer.status).toBe(200)
    const seller = await ownerOf(shop, cart)
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
      user_id: seller,
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
    expect(await lines(shop, customer)).toEqual([line])
  })

  it('adds one to the line when the product is added again, unread and on top', async () => {
    const customer = await shop.customer()
    const [first = 0, second = 0] = await shop.products(2)
    await add(shop, customer, first)
    await add(shop, customer, second)
    await markRead(shop, customer, [first, second])

    await add(shop, customer, String(first))

    expect(await lines(shop, customer)).toMatchObject([
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
    await add(shop, customer, cart)
    expect((await setQuantity(shop, customer, cart, QUANTITY_MAX)).body).toEqual({
      message: expect.any(String),
      data: expect.objectContaining({ id: cart, quantity: QUANTITY_MAX }),
    })

    const answer = await add(shop, customer, cart)

    expect(answer.status).toBe(200)
    expect(answer.body.data.quantity).toBe(QUANTITY_MAX)
  })

  it('refuses a product that does not exist or was deleted', async () => {
    const customer = await shop.customer()
    const gone = await shop.product()
    await shop.sql`update product set deleted_at = now() where id = ${gone}`

    for (const id of [999_999, gone, '999999999999999']) {
      const answer = await add(shop, customer, id)

      expect(answer.status).toBe(404)
      expect(answer.body.error).toBe('not_found')
    }
    expect(await lines(shop, customer)).toEqual([])
  })

  it('takes no more units than there are, and fewer at any time', async () => {
    const customer = await shop.customer()
    const cart = await shop.product({ stock: 3 })
    await add(shop, customer, cart)
    const left = { status: 409, body: { error: 'sold_out', message: 'Only 3 left.' } }
    expect(await setQuantity(shop, customer, cart, 4)).toMatchObject(left)
    expect((await setQuantity(shop, customer, cart, 3)).status).toBe(200)
    expect(await add(shop, customer, cart)).toMatchObject(left)

    const { token } = await shop.admin()
    await shop.call('POST', `/api/admin/products/${cart}/stock`, { token, body: { change: -2 } })
    expect((await setQuantity(shop, customer, cart, 3)).status).toBe(200)
    expect((await setQuantity(shop, customer, cart, 2)).status).toBe(200)
    expect((await setQuantity(shop, customer, cart, 3)).status).toBe(409)
    const quote = await shop.call('POST', '/api/user/quote', {
      token: customer.token,
      body: { orders: [{ Product: cart, quantity: 2 }] },
    })
    const [line] = quote.body.data.lines
    expect(line).toMatchObject({ quantity: 2, available: 1, total: line.price })
    expect(quote.body.data.items).toBe(line.price)
  })

  it('keeps the price at which a unit was last added', async () => {
    const customer = await shop.customer()
    const cart = await shop.product({ price: 10 })
    await add(shop, customer, cart)
    await shop.sql`update product set price_cents = 1200 where id = ${cart}`
    expect(await lines(shop, customer)).toMatchObject([{ price: 12, added_price: 10 }])
    expect((await setQuantity(shop, customer, cart, 2)).body.data.added_price).toBe(10)
    expect((await add(shop, customer, cart)).body.data.added_price).toBe(12)
  })

  it('counts units that others have reserved as sold out', async () => {
    const [customer, other] = [await shop.customer(), await shop.customer()]
    const cart = await shop.product({ stock: 1 })
    await shop.call('POST', '/api/user/order', {
      token: other.token,
      body: { orders: [{ Product: cart }] },
    })

    expect(await add(shop, customer, cart)).toMatchObject({
      status: 409,
      body: { error: 'sold_out' },
    })
    expect(await lines(shop, customer)).toEqual([])
  })

  it(`holds ${ORDER_LINES_MAX} products even when many are added at once, and more of each`, async () => {
    const customer = await shop.customer()
    const [first = 0, ...products] = await shop.products(ORDER_LINES_MAX + 15)
    await add(shop, customer, first)
    for (const id of products.splice(0, ORDER_LINES_MAX - 6)) await add(shop, customer, id)

    const answers = await Promise.all(products.map((id) => add(shop, customer, id)))

    const added = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(added).toHaveLength(5)
    expect(new Set(refused.map(({ body }) => body.error))).toEqual(new Set(['cart_full']))
    expect((await add(shop, customer, first)).status).toBe(200)
    expect(await lines(shop, customer)).toHaveLength(ORDER_LINES_MAX)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('takes in what was chosen without an account, once, however often it is sent', async () => {
    const customer = await shop.customer()
    const [known = 0, more = 0, fresh = 0, gone = 0] = await shop.products(4)
    const soldOut = await shop.product({ stock: 0 })
    await shop.sql`update product set deleted_at = now() where id = ${gone}`
    for (const id of [known, more]) await add(shop, customer, id)
    await setQuantity(shop, customer, known, 3)
    const chosen = [
      ...[known, more, fresh].map((id) => ({ id, quantity: 2 })),
      ...[
        { id: String(soldOut), quantity: 1 },
        { id: gone, quantity: 1 },
      ],
      ...[
        { id: fresh, quantity: 1 },
        { id: 999_999, quantity: 1 },
      ],
    ]

    const answers = await Promise.all([join(shop, customer, chosen), join(shop, customer, chosen)])

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { left: [gone, 999_999] } })
    }
    const now = new Map((await lines(shop, customer)).map(({ id, quantity }) => [id, quantity]))
    expect(now).toEqual(
      new Map([
        [known, 3],
        [more, 2],
        [fresh, 2],
        [soldOut, 1],
      ]),
    )
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('takes in what it has room for', async () => {
    const customer = await shop.customer()
    const products = await shop.products(ORDER_LINES_MAX + 2)
    const [first = 0, ...others] = products
    await add(shop, customer, first)

    // Newest first: the products that fit are not those with the lowest ids.
    const newest = others.slice(0, ORDER_LINES_MAX).reverse()
    const chosen = newest.map((id) => ({ id, quantity: 1 }))
    expect((await join(shop, customer, chosen)).body.left).toEqual([chosen.at(-1)?.id])
    const again = [first, products.at(-1)].map((id) => ({ id, quantity: 2 }))
    expect((await join(shop, customer, again)).body.left).toEqual([products.at(-1)])
    expect(await lines(shop, customer)).toHaveLength(ORDER_LINES_MAX)
  })

  it('shows a product as it is now, and hides it when it is deleted', async () => {
    const customer = await shop.customer()
    const cart = await shop.product({ price: 10 })
    await add(shop, customer, cart)

    await shop.sql`update product set price_cents = 1250, name = 'Renamed' where id = ${cart}`
    expect(await lines(shop, customer)).toMatchObject([{ price: 12.5, name: 'Renamed' }])

    await shop.sql`update product set deleted_at = now() where id = ${cart}`
    expect(await lines(shop, customer)).toEqual([])
  })

  it('is on the home page of a signed-in customer, and of nobody else', async () => {
    const customer = await shop.customer()
    const cart = await shop.product()
    await add(shop, customer, cart)

    const own = await shop.call('GET', '/api/', { token: customer.token })
    const stranger = await shop.call('GET', '/api/')
    const garbage = await shop.call('GET', '/api/', { token: 'x'.repeat(43) })

    expect(own.body.carts).toEqual(await lines(shop, customer))
    expect(own.headers['cache-control']).toBe('no-store')
    expect(stranger.body.carts).toEqual([])
    expect(garbage.status).toBe(200)
    expect(garbage.body.carts).toEqual([])
    expect(own.body.products).toEqual(stranger.body.products)
  })
})

function add(shop: Shop, { token }: Person, cart: unknown) {
  return shop.call('POST', '/api/user/cart', { token, body: { cart } })
}

function join(shop: Shop, { token }: Person, chosen: Array<{ id: unknown; quantity: number }>) {
  return shop.call('POST', '/api/user/cart/join', { token, body: { lines: chosen } })
}

function setQuantity(shop: Shop, { token }: Person, id: number, quantity: unknown) {
  return shop.call('PUT', `/api/user/cart/${id}`, { token, body: { quantity } })
}

function markRead(shop: Shop, { token }: Person, carts: unknown[]) {
  return shop.call('POST', '/api/user/cart/markItRead', { token, body: { carts } })
}

async function lines(
  shop: Shop,
  { token }: Person,
): Promise<Array<{ id: number; quantity: number; isRead: boolean }>> {
  return (await shop.call('GET', '/api/user/cart', { token })).body.Carts
}

function ownerOf(shop: Shop, productId: number): Promise<number> {
  return shop.value`select user_id from product where id = ${productId}`
}
