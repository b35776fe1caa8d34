/**
 * M-7: a customer's own orders are read page by page, and orders and cancellations are rate
 * limited.
 */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('the own orders', (shop) => {
  let limited: FastifyInstance

  beforeAll(async () => {
    limited = await shop.anotherApp({ UNPAID_ORDERS_MAX: '' })
  })
  afterAll(() => limited.close())
  shop.keepInvariants()

  /** @returns the ids, newest first. */
  const withOrders = async (count: number) => {
    const person = await shop.customer()
    const Product = await shop.product({ stock: 1000 })
    const ids: number[] = []
    for (let left = count; left > 0; left -= 100) {
      const lines = Array.from({ length: Math.min(left, 100) }, () => ({ Product, quantity: 1 }))
      const answer = await shop.call('POST', '/api/user/order', {
        token: person.token,
        body: { orders: lines },
      })
      ids.push(...answer.body.data.map(({ id }: Order) => id))
    }
    return { person, ids: ids.sort((a, b) => b - a) }
  }

  const page = async ({ token }: Person, query: Record<string, string> = {}) => {
    const { body } = await shop.call('GET', '/api/user/order', { token, query })
    return { ids: body.data.map(({ id }: Order) => id) as number[], next: body.nextCursor }
  }

  it('come two hundred at a time, newest first', async () => {
    const { person, ids } = await withOrders(250)

    const first = await page(person)
    const rest = await page(person, { cursor: first.next })

    expect(first.ids).toEqual(ids.slice(0, 200))
    expect(rest).toEqual({ ids: ids.slice(200), next: null })
  })

  it('come in pages of any size up to that, and an order placed meanwhile does not shift them', async () => {
    const { person, ids } = await withOrders(5)
    const first = await page(person, { limit: '2' })
    await shop.call('POST', '/api/user/order', {
      token: person.token,
      body: { orders: [{ Product: await shop.product() }] },
    })
    const second = await page(person, { limit: '2', cursor: first.next })
    const third = await page(person, { limit: '2', cursor: second.next })

    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids)
    expect(third.next).toBeNull()
  })

  it.for([{ limit: '0' }, { limit: '201' }, { cursor: 'nonsense' }])(
    'are refused for %o',
    async (query) => {
      const { token } = await shop.customer()

      expect((await shop.call('GET', '/api/user/order', { token, query })).status).toBe(422)
    },
  )

  it('are all in the data export of the account', async () => {
    const { person, ids } = await withOrders(450)

    const { body } = await shop.call('GET', '/api/auth/user/data', { token: person.token })

    expect(body.orders.map(({ id }: Order) => id)).toEqual(ids)
  })

  it('are placed and cancelled at most sixty times an hour', async () => {
    const { token } = await shop.customer()
    const Product = await shop.product({ stock: 1000 })
    const call = async (url: string, payload?: object) => {
      const answer = await limited.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
    }
    const place = () => call('/api/user/order', { orders: [{ Product }] })
    for (let round = 0; round < 60; round++) {
      const placed = await place()
      expect(placed.status).toBe(201)
      expect((await call(`/api/user/order/${placed.body.data[0].id}/cancel`)).status).toBe(200)
    }

    const [again, cancel] = [await place(), await call('/api/user/order/1/cancel')]

    expect(again).toMatchObject({ status: 429, body: { error: 'too_many' } })
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(3000)
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(3600)
    expect(cancel.status).toBe(429)
    await shop.sql`
      update order_batch set created_at = created_at - interval '1 hour'
      where user_id = (select max(user_id) from order_batch)`
    expect((await place()).status).toBe(201)
  })
})
