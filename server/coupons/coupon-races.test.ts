/** Coupons that change between the quote and the order, or while orders use them. */
import { expect, it } from 'vitest'
import { withCoupons } from '#tests/kit/coupons.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const BUYERS = volume(20, 40)

describeShop('a coupon', (shop) => {
  const { post, order, coupon: made } = withCoupons(shop)
  const HALF = { percent: 50 }
  const coupon = (terms: object = {}) => made({ ...HALF, ...terms })

  async function stateOf(id: number) {
    const rows = await shop.sql<{ uses: number; purchases: number; discounts: number[] }>`
      select uses, (select count(*) from order_batch where coupon_id = ${id})::integer as purchases,
        (select coalesce(json_agg(distinct discount_cents), '[]') from order_batch
          where coupon_id = ${id}) as discounts
      from coupon where id = ${id}`
    return rows[0]
  }

  /**
   * Places orders for BUYERS customers concurrently, and does the work after the first response.
   * @returns the successful responses.
   */
  async function amidOrders(code: string, work: () => Promise<unknown>) {
    const Product = await shop.product({ price: 10, stock: BUYERS })
    const people = await shop.customers(BUYERS)
    const orders = people.map((person) => order(person, { orders: [{ Product }], coupon: code }))
    await Promise.race(orders)
    const [replies] = await Promise.all([Promise.all(orders), work()])
    expect(new Set(replies.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
    for (const { status, body } of replies) {
      expect([201, 422]).toContain(status)
      if (status === 422) expect(Object.keys(body.errors)).toEqual(['coupon'])
    }
    return replies.filter(({ status }) => status === 201)
  }

  shop.keepInvariants()

  it('expires between the quote and the order: nothing is ordered', async () => {
    const { id, code, edit } = await coupon()
    const person = await shop.customer()
    const body = { orders: [{ Product: await shop.product({ price: 10 }) }], coupon: code }
    const { data } = (await post(person, '/api/user/quote', body)).body
    expect(data.total).toBe(5)

    await edit({ ...HALF, ends_at: '2020-01-01T00:00:00Z' })
    const refused = await order(person, { ...body, total: data.total })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.coupon[0]).toMatch(/expired/)
    expect(await stateOf(id)).toMatchObject({ uses: 0, purchases: 0 })
    expect((await order(person, { orders: body.orders, total: 10 })).status).toBe(201)
  })

  it('is deleted while it is used: each order has it whole or not at all', async () => {
    const { id, code, remove } = await coupon()
    const placed = await amidOrders(code, remove)
    expect(await stateOf(id)).toMatchObject({ uses: placed.length, discounts: [500] })
  })

  it('is edited while it is used: each order has the old terms or the new ones', async () => {
    const { id, code, edit } = await coupon()
    const placed = await amidOrders(code, () => edit({ percent: 20 }))
    expect(placed).toHaveLength(BUYERS)
    const state = await stateOf(id)
    expect(state?.uses).toBe(BUYERS)
    expect([200, 500]).toEqual(expect.arrayContaining(state?.discounts ?? []))
  })

  it('is limited while it is used: the limit is refused, or it holds', async () => {
    const { id, code, edit } = await coupon()
    let status = 0
    const placed = await amidOrders(code, async () => {
      status = (await edit({ ...HALF, max_uses: 10 })).status
    })
    expect([200, 422]).toContain(status)
    expect(placed).toHaveLength(status === 200 ? 10 : BUYERS)
    expect((await stateOf(id))?.uses).toBe(placed.length)
  })

  it('is given back and used at once: its last use is never taken twice', async () => {
    const { id, code } = await coupon({ max_uses: 1 })
    const [first, second] = [await shop.customer(), await shop.customer()]
    for (let round = 0; round < volume(4, 20); round++) {
      const lines = { orders: [{ Product: await shop.product() }], coupon: code }
      const held = await order(first, lines)
      const [canceled, taken] = await Promise.all([
        post(first, `/api/user/order/${held.body.data[0].id}/cancel`),
        order(second, { ...lines, orders: [{ Product: await shop.product() }] }),
      ])
      expect(canceled.status).toBe(200)
      expect((await stateOf(id))?.uses).toBe(taken.status === 201 ? 1 : 0)
      if (taken.status === 201) {
        await post(second, `/api/user/order/${taken.body.data[0].id}/cancel`)
      }
    }
  })

  it.for(['/api/user/quote', '/api/user/order'])('is not guessed by %s', async (path) => {
    const person = await shop.customer()
    const orders = [{ Product: await shop.product() }]
    await post(person, path, { orders, coupon: 'GUESS-1' })
    const rows = await shop.sql`
      update throttle set count = 1000 where key = ${`coupon:${person.id}`} returning key`
    expect(rows).toHaveLength(1)

    const { code } = await made()
    for (const other of ['/api/user/quote', '/api/user/order']) {
      for (const coupon of ['GUESS-2', code]) {
        expect((await post(person, other, { orders, coupon })).status).toBe(429)
      }
    }
    expect((await post(person, path, { orders })).status).toBeLessThan(300)
  })

  it('is not guessed by the many accounts of one network', async () => {
    const [first, second] = [await shop.customer(), await shop.customer()]
    const orders = [{ Product: await shop.product() }]
    const { code } = await made()
    const guess = (person: Person, coupon: string) =>
      post(person, '/api/user/quote', { orders, coupon })
    expect((await guess(first, 'GUESS-3')).status).toBe(200)
    await shop.sql`
      update throttle set count = 1000 where key like 'coupon:address:%'`

    expect((await guess(second, code)).status).toBe(429)
    await shop.sql`delete from throttle where key like 'coupon:address:%'`
    expect((await guess(second, code)).body.couponProblem).toBeNull()
  })

  it('that does not exist is looked up as often as the limit allows, when many are guessed at once', async () => {
    const person = await shop.customer()
    const orders = [{ Product: await shop.product() }]
    await post(person, '/api/user/quote', { orders, coupon: 'AT-ONCE' })
    await shop.sql`update throttle set count = 190 where key = ${`coupon:${person.id}`}`
    const guesses = Array.from({ length: 20 }, (_, at) =>
      post(person, '/api/user/quote', { orders, coupon: `AT-ONCE-${at}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  it('that exists is not counted as a guess', async () => {
    const person = await shop.customer()
    const coupons = [await made({ least: 1000 }), await made()]
    const orders = [{ Product: await shop.product({ price: 10 }) }]
    for (const { code: coupon } of coupons) {
      await post(person, '/api/user/quote', { orders, coupon })
      await post(person, '/api/user/order', { orders, coupon })
    }
    const rows = await shop.sql`
      select count from throttle where key = ${`coupon:${person.id}`}`
    expect(rows).toEqual([])
  })
})
