/** What a purchase costs after part of it is given up: the same in cash as online. */
import { beforeAll, expect, it } from 'vitest'
import { fromCents } from '#contract/money.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { withCoupons } from '#tests/kit/coupons.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('the rest of a purchase', (shop) => {
  const { post, coupon } = withCoupons(shop)
  const buying = withBuying(shop)
  let staff: Person

  beforeAll(async () => {
    staff = await shop.admin()
    await shop.sql`update cash_on_delivery set is_on = true`
    await shop.sql`update shipping_method set fee_cents = 1500, free_from_cents = 10000`
  })
  shop.keepInvariants()

  async function bought(prices: readonly number[], payment: string, terms?: object) {
    const person = await shop.customer()
    await post(person, '/api/user/addresses', AN_ADDRESS)
    const orders = []
    for (const price of prices) orders.push({ Product: await shop.product({ price }) })
    const code = terms && (await coupon(terms)).code
    const placed = await buying.placed(person, orders, { payment, coupon: code })
    const ids = placed.map(({ id }) => id)
    for (const id of ids) await buying.byStaff(id, 'confirm')
    const get = async (path: string) =>
      (await shop.as(person, 'GET', `/api/user/${path}`)).body.data
    const purchase = `purchases/${placed[0]?.purchaseId}`
    return {
      ids,
      rest: async (at = 0) => (await get(`order/${ids[at]}/cancellation`)).rest,
      cancel: async (at = 0, body: object = {}) =>
        (await post(person, `/api/user/order/${ids[at]}/cancel`, body)).status,
      due: async (): Promise<number> => (await get(purchase)).due.total,
      /** Pays for the purchase, in cash or online. @returns what the shop has received for it. */
      async take(): Promise<number> {
        if (payment === 'online') await post(person, `/api/user/${purchase}/payment`)
        else {
          const { body } = await shop.as(staff, 'GET', `/api/admin/orders/${ids.at(-1)}`)
          const { total, parcel } = body.cash
          await post(staff, `/api/admin/${purchase}/cash`, { total, parcel })
        }
        return (await get(purchase)).paid
      },
      payOne: (at: number) => buying.pay(person, ids[at]),
      send: async (at: number) =>
        (await post(staff, '/api/admin/parcels', { orders: [ids[at]] })).status,
      cancelByStaff: async (at: number) => (await buying.byStaff(ids[at], 'cancel')).status,
    }
  }

  const HALF = { percent: 50, least: 100 }
  it.for([
    ['cash', [90, 10], HALF, 5, 25, { couponFrom: 100, freeDeliveryFrom: 100 }],
    ['online', [90, 10], HALF, 5, 25, { couponFrom: 100, freeDeliveryFrom: 100 }],
    ['cash', [95, 10], undefined, 10, 25, { couponFrom: null, freeDeliveryFrom: 100 }],
    [
      'online',
      [60, 20],
      { kind: 'delivery', percent: null, least: 80 },
      20,
      35,
      { couponFrom: 80 },
    ],
    // In the next case the rest still reaches both minimums; in the one after it, only the coupon's.
    ['online', [10, 100], HALF, 50, 50, { couponFrom: null, freeDeliveryFrom: null }],
    ['cash', [30, 80], { ...HALF, least: 80 }, 40, 55, { couponFrom: null, freeDeliveryFrom: 100 }],
    // A coupon without a minimum stays valid.
    ['online', [50, 0.99], { kind: 'amount', percent: null, amount: 0.5 }, 15.98, 15.98, {}],
  ] as const)(
    'loses in %s what its sum no longer earns, as was shown before: %j',
    async (given) => {
      const [payment, prices, terms, before, total, lost] = given
      const mine = await bought(prices, payment, terms)

      expect(await mine.rest()).toMatchObject({ total, before, ...lost })
      expect(await mine.cancel(0, { total: fromCents(total * 100 + 1) })).toBe(409)
      expect(await mine.cancel(0, { total })).toBe(200)
      expect(await mine.cancel(0, { total: before })).toBe(200)

      expect(await mine.due()).toBe(total)
      expect(await mine.take()).toBe(total)
    },
  )

  for (const payment of ['cash', 'online']) {
    it(`is nothing in ${payment} when the last order is canceled`, async () => {
      const mine = await bought([90, 10], payment, HALF)
      expect(await mine.cancel(0)).toBe(200)
      expect(await mine.rest(1)).toBeNull()
      expect(await mine.cancel(1, { total: 0 })).toBe(200)
      expect(await mine.due()).toBe(0)
    })

    it(`keeps in ${payment} what it earned when the shop cancels a part`, async () => {
      const mine = await bought([90, 10], payment, HALF)
      expect(await mine.cancelByStaff(0)).toBe(200)
      expect(await mine.due()).toBe(5)
      expect(await mine.take()).toBe(5)
    })
  }

  it('keeps its price when it is on its way', async () => {
    const mine = await bought([90, 10], 'cash', HALF)
    expect(await mine.send(1)).toBe(201)
    expect(await mine.rest()).toBeNull()
    expect(await mine.cancel()).toBe(200)
    expect(await mine.take()).toBe(5)
  })

  it('cannot be paid alone at the price of the whole', async () => {
    for (const terms of [HALF, undefined]) {
      const mine = await bought([95, 10], 'online', terms)
      const { status, body } = await mine.payOne(1)
      expect([status, body.message]).toEqual([409, expect.stringContaining('$100.00')])
      expect(await mine.cancel()).toBe(200)
      expect(await mine.take()).toBe(25)
    }
  })

  it('may be paid alone where that is enough, and what follows at the price of the whole', async () => {
    const mine = await bought([100, 10], 'online', HALF)
    expect((await mine.payOne(0)).status).toBe(200)
    expect((await mine.payOne(1)).status).toBe(200)
    expect(await mine.due()).toBe(0)
  })

  it('is priced once when two parts are given up at once', async () => {
    const mine = await bought([50, 50, 10], 'cash', HALF)
    expect(await Promise.all([mine.cancel(0), mine.cancel(1)])).toEqual([200, 200])
    expect(await mine.take()).toBe(25)
  })
})
