import { beforeEach, describe, expect, it } from 'vitest'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('the price of a purchase', (shop) => {
  const quote = (person: Person, body: object) => shop.as(person, 'POST', '/api/user/quote', body)
  const order = (person: Person, body: object) => shop.as(person, 'POST', '/api/user/order', body)
  const address = async (person: Person, change: object = {}): Promise<number> => {
    const body = { ...AN_ADDRESS, ...change }
    return (await shop.as(person, 'POST', '/api/user/addresses', body)).body.data.id
  }
  const purchases = (person: Person) =>
    shop.sql<{ delivery_cents: number; delivery: unknown }>`
      select delivery_cents, delivery from order_batch where user_id = ${person.id} order by id`

  /** Adds a shipping method, first in the list unless `fields` has a position. @returns its id. */
  async function method(fields: Record<string, unknown> = {}): Promise<number> {
    const row = { name: 'Courier', name_ar: 'مندوب', fee_cents: 500, position: -1, ...fields }
    return shop.value`
      insert into shipping_method (name, name_ar, position, fee_cents, free_from_cents, places, days_min,
        days_max, last_hour)
      select name, name_ar, position, fee_cents, free_from_cents, places, days_min, days_max, last_hour
      from jsonb_populate_record(null::shipping_method, ${JSON.stringify(row)}::jsonb)
      returning id`
  }

  beforeEach(async () => {
    await shop.sql`update shipping_method set is_active = id = 1, deleted_at = null`
  })

  shop.keepInvariants()

  it('is the sum of the lines in a fresh shop, which delivers everywhere for nothing', async () => {
    const person = await shop.customer()
    const lamp = await shop.product({ price: 19.99, stock: 5 })
    const phone = await shop.product({ price: 500, stock: 1 })
    const orders = [{ Product: lamp, quantity: 3 }, { Product: String(phone) }]

    const { status, body } = await quote(person, { orders })

    expect(status).toBe(200)
    expect(body).toEqual({
      message: null,
      couponProblem: null,
      data: {
        lines: [
          expect.objectContaining({
            Product: lamp,
            price: 19.99,
            quantity: 3,
            total: 59.97,
            available: 5,
          }),
          expect.objectContaining({ Product: phone, quantity: 1, total: 500, available: 1 }),
        ],
        items: 559.97,
        deliveries: [{ id: 1, name: 'Delivery', name_ar: 'توصيل', fee: 0, days: null }],
        delivery: 1,
        deliveryFee: 0,
        coupon: null,
        discount: 0,
        total: 559.97,
        tax: null,
        payments: ['online'],
        cashMax: null,
      },
    })
    expect(await shop.available(lamp), 'a quote reserves nothing').toBe(5)
  })

  it('lists what is short instead of refusing it, and refuses what does not exist', async () => {
    const [person, other] = [await shop.customer(), await shop.customer()]
    const Product = await shop.product({ stock: 1 })
    const addressId = await address(other)

    const short = await quote(person, { orders: [{ Product, quantity: 9 }] })
    const unknown = await quote(person, { orders: [{ Product }, { Product: 999_999 }] })
    const foreign = await quote(person, { orders: [{ Product }], addressId })

    expect(short.body.data.lines[0]).toMatchObject({ quantity: 9, available: 1 })
    expect([unknown.status, foreign.status]).toEqual([404, 404])
  })

  it('contains the fee of the chosen method, and none from its free sum on', async () => {
    const person = await shop.customer()
    const Product = await shop.product({ price: 40, stock: 9 })
    const courier = await method({ free_from_cents: 8000, days_min: 1, days_max: 2 })

    const one = (await quote(person, { orders: [{ Product }] })).body.data
    const two = (await quote(person, { orders: [{ Product, quantity: 2 }] })).body.data
    const chosen = (await quote(person, { orders: [{ Product }], delivery: 1 })).body.data

    expect(one).toMatchObject({ delivery: courier, items: 40, deliveryFee: 5, total: 45 })
    expect(one.deliveries[0]).toMatchObject({ id: courier, fee: 5, days: { min: 1, max: 2 } })
    expect(two).toMatchObject({ delivery: courier, deliveryFee: 0, total: 80 })
    expect(chosen).toMatchObject({ delivery: 1, deliveryFee: 0, total: 40 })
  })

  it('promises a day more after the last hour', async () => {
    const person = await shop.customer()
    const hour = new Date().getUTCHours()
    const late = await method({ days_min: 1, days_max: 3, last_hour: Math.max(hour, 1) })
    const orders = [{ Product: await shop.product() }]

    const [offer] = (await quote(person, { orders })).body.data.deliveries

    const more = hour >= 1 ? 1 : 0
    expect(offer).toMatchObject({ id: late, days: { min: 1 + more, max: 3 + more } })
  })

  it('offers only the methods that reach the address', async () => {
    const person = await shop.customer()
    const orders = [{ Product: await shop.product() }]
    const dubai = await method({ places: ['AE-DU'] })
    const emirates = await method({ places: ['SA', 'AE'], position: 5 })
    const egypt = await method({ places: ['EG'], position: 6 })
    const offered = async (more: object) =>
      (await quote(person, { orders, ...more })).body.data.deliveries.map(
        ({ id }: { id: number }) => id,
      )

    expect(await offered({}), 'without an address').toEqual([dubai, 1, emirates, egypt])
    await address(person)
    const sharjah = await address(person, { region: 'SH' })
    expect(await offered({})).toEqual([dubai, 1, emirates])
    expect(await offered({ addressId: sharjah })).toEqual([1, emirates])
  })

  it('says where the shop does not deliver, and orders nothing to there', async () => {
    const person = await shop.customer()
    const orders = [{ Product: await shop.product() }]
    const egypt = await method({ places: ['EG'] })
    await shop.sql`update shipping_method set is_active = id = ${egypt}`
    await address(person)

    const { body } = await quote(person, { orders })
    const refused = [
      await order(person, { orders }),
      await order(person, { orders, delivery: egypt }),
      await order(person, { orders, delivery: 999_999 }),
    ]

    expect(body.data).toMatchObject({ deliveries: [], delivery: null, deliveryFee: 0 })
    expect(body.message).toContain('deliver')
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(refused[0]?.body.errors.delivery).toEqual([body.message])
    expect(await purchases(person)).toEqual([])
  })

  describe('at ordering', () => {
    it('is paid as quoted, and the purchase keeps a copy of its delivery', async () => {
      const person = await shop.customer()
      const Product = await shop.product({ price: 40, stock: 9 })
      const courier = await method({ free_from_cents: 8000, days_min: 1, days_max: 2 })
      const body = { orders: [{ Product }, { Product: await shop.product({ price: 0.01 }) }] }

      const { total, delivery } = (await quote(person, body)).body.data
      const placed = await order(person, { ...body, total, delivery })
      await shop.sql`update shipping_method set fee_cents = 900, name = 'Other' where id = ${courier}`

      expect(total).toBe(45.01)
      expect(placed.status).toBe(201)
      const [first, second] = placed.body.data
      expect(first).toMatchObject({ total: 40, deliveryMethod: 'delivery' })
      expect(first.purchaseId).toBe(second.purchaseId)
      const copy = { id: courier, name: 'Courier', name_ar: 'مندوب', fee_cents: 500 }
      const terms = { free_from_cents: 8000, days_min: 1, days_max: 2 }
      expect(await purchases(person)).toEqual([
        { delivery_cents: 500, delivery: { ...copy, ...terms } },
      ])
    })

    it('is refused with a new quote when it has changed; nothing is ordered', async () => {
      const person = await shop.customer()
      const Product = await shop.product({ price: 19.99, stock: 5 })
      const body = { orders: [{ Product, quantity: 2 }] }
      const { total } = (await quote(person, body)).body.data
      await shop.sql`update product set price_cents = 2099 where id = ${Product}`

      const refused = await order(person, { ...body, total })

      expect(refused.status).toBe(409)
      expect(refused.body).toEqual({
        status: 409,
        error: 'price_changed',
        message: expect.any(String),
        quote: (await quote(person, body)).body.data,
      })
      expect(refused.body.quote).toMatchObject({ total: 41.98, lines: [{ price: 20.99 }] })
      expect(await shop.available(Product)).toBe(5)
      const again = await order(person, { ...body, total: refused.body.quote.total })
      expect(again.status).toBe(201)
    })
  })

  it('goes only to an address that its method reaches', async () => {
    const person = await shop.customer()
    const orders = [{ Product: await shop.product() }]
    const delivery = await method({ places: ['AE'] })
    const [{ id }] = (await order(person, { orders, delivery })).body.data
    const cairo = { country: 'EG', region: 'C', city: 'Cairo', phone: '+201001234567' }
    const [abroad, home] = [await address(person, cairo), await address(person)]
    const give = (addressId: number) =>
      shop.as(person, 'PUT', `/api/user/order/${id}/address`, { addressId })

    const refused = await give(abroad)

    expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
    expect((await give(home)).status).toBe(200)
    expect((await give(home)).status).toBe(200)
  })
})
