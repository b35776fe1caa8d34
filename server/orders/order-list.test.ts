/** M-7: a customer's own orders are read page by page. */
import { expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('the own orders', (shop) => {
  shop.keepInvariants()

  /** @returns the ids of the orders, newest first. */
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

  it('come in pages of any size up to that, and an order placed between two requests does not shift them', async () => {
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
})
