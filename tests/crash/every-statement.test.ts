/**
 * R4c: each flow runs once per statement, and each time a different statement fails: either it does not run, or its
 * result is lost. The flow must take effect completely or not at all, and a retry must succeed.
 */

import { beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { shopThrough } from '#tests/kit/shop-through.ts'
import { volume } from '#tests/kit/volume.ts'
import { failingDatabase } from './failing-database.ts'

interface Flow {
  name: string
  /**
   * Creates the data that the flow changes.
   * @returns the flow's request, and a function that describes the current state of the data.
   */
  begin(scene: Scene): Promise<{
    path: string
    person: Person
    body?: object
    headers?: Record<string, string>
    state(): Promise<string>
  }>
  /** The state after the complete flow, and the states in which the flow has had no effect. */
  ends: { done: string; not: string[] }
  /** Whether to repeat the request only if the first attempt changed nothing. */
  isOnce?: boolean
}

interface Scene {
  shop: Shop
  customer: Person
  admin: Person
  product: number
  orderIn(state: 'pending' | 'confirm' | 'complete'): Promise<number>
}

const FLOWS: Flow[] = [
  {
    name: 'order',
    async begin({ shop, customer }) {
      const orders = (await shop.products(2)).map((Product) => ({ Product, quantity: 2 }))
      const key = crypto.randomUUID()
      const state = async () => {
        const rows = await shop.sql`
          select o.id from orders o join order_batch b on b.id = o.batch_id
          where b.idempotency_key = ${key}`
        return `${rows.length} orders`
      }
      const headers = { 'idempotency-key': key }
      return { path: '/api/user/order', person: customer, body: { orders }, headers, state }
    },
    ends: { done: '2 orders', not: ['0 orders'] },
  },
  orderFlow('pay', 'confirm', { done: 'complete captured', not: ['confirm', 'confirm started'] }),
  orderFlow('cancel', 'confirm', { done: 'canceled', not: ['confirm'] }),
  orderFlow('confirm', 'pending', { done: 'confirm', not: ['pending'] }),
  orderFlow('refund', 'complete', { done: 'canceled refunded', not: ['complete captured'] }),
  {
    name: 'refund of a part',
    async begin({ shop, admin, orderIn }) {
      const id = await orderIn('complete')
      const state = async () => {
        const rows = await shop.sql<{ cents: number }>`
          select refunded_cents as cents from orders where id = ${id}`
        return `${rows[0]?.cents} cents`
      }
      const body = { goodsBack: false, amount: 0.01 }
      return { path: `/api/admin/orders/${id}/refund`, person: admin, body, state }
    },
    isOnce: true,
    ends: { done: '1 cents', not: ['0 cents'] },
  },
  {
    name: 'restock',
    async begin({ shop, admin }) {
      const product = await shop.product({ stock: 10 })
      const state = async () => `${await shop.available(product)} units`
      const path = `/api/admin/products/${product}/stock`
      return { path, person: admin, body: { change: 5 }, state }
    },
    isOnce: true,
    ends: { done: '15 units', not: ['10 units'] },
  },
]

function orderFlow(
  name: 'pay' | 'cancel' | 'confirm' | 'refund',
  from: 'pending' | 'confirm' | 'complete',
  ends: Flow['ends'],
): Flow {
  return {
    name,
    ends,
    async begin({ shop, customer, admin, orderIn }) {
      const id = await orderIn(from)
      const ask = {
        pay: { path: `/api/user/order/${id}/payment`, person: customer },
        cancel: { path: `/api/user/order/${id}/cancel`, person: customer },
        confirm: { path: `/api/admin/orders/${id}/confirm`, person: admin },
        refund: {
          path: `/api/admin/orders/${id}/refund`,
          person: admin,
          body: { goodsBack: true },
        },
      }[name]
      return { ...ask, state: () => stateOf(shop, id) }
    },
  }
}

/** The sample lets every third statement fail, from each flow's first on; at full volume, every statement fails. */
const EVERY = volume(3, 1)

const CASES = FLOWS.flatMap((flow) =>
  (['refused', 'unheard'] as const).map((failure) => ({ name: flow.name, flow, failure })),
)

describeShop('a failure at every statement', (shop) => {
  const faulty = shopThrough(shop, failingDatabase)
  let scene: Scene
  beforeAll(async () => {
    scene = await createScene(shop)
  })

  let points = 0
  it.for(CASES)(
    'of $name, $failure, takes effect completely or not at all',
    async ({ flow, failure }) => {
      const { name, begin, ends, isOnce } = flow
      for (let nth = 1; ; nth += EVERY) {
        const { path, person, body = {}, headers = {}, state } = await begin(scene)
        const run = () => faulty.shop.call('POST', path, { token: person.token, body, headers })
        faulty.database.arm(nth, failure)
        const answer = await run()
        const statements = faulty.database.disarm()
        if (statements < nth) {
          expect(answer.status).toBeLessThan(300)
          expect(nth).toBeGreaterThan(1)
          expect(await checkInvariants(shop.db.run)).toEqual([])
          return
        }
        points++
        const where = `${name}, statement ${nth} ${failure}`
        expect(answer.status < 300 || answer.status === 503, `${where}: ${answer.text}`).toBe(true)
        expect([ends.done, ...ends.not], where).toContain(await state())
        expect(await checkInvariants(shop.db.run), where).toEqual([])

        if (!isOnce || (await state()) !== ends.done) {
          expect((await run()).status, where).toBeLessThan(300)
        }
        expect(await state(), where).toBe(ends.done)
      }
    },
  )

  it('was tried at several statements of a flow', () => {
    expect(points).toBeGreaterThan(CASES.length)
  })
})

async function createScene(shop: Shop): Promise<Scene> {
  const [customer, admin] = [await shop.customer(), await shop.admin()]
  const product = await shop.product({ stock: 10_000 })
  const ask = async (path: string, { token }: Person, body: unknown = {}) => {
    const answer = await shop.call('POST', path, { token, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.body.data
  }
  return {
    shop,
    customer,
    admin,
    product,
    async orderIn(state) {
      const orders = [{ Product: product, quantity: 2 }]
      const [{ id }] = await ask('/api/user/order', customer, { orders })
      if (state !== 'pending') await ask(`/api/admin/orders/${id}/confirm`, admin)
      if (state === 'complete') await ask(`/api/user/order/${id}/payment`, customer)
      return id
    },
  }
}

function stateOf(shop: Shop, id: number): Promise<string> {
  return shop.value<string>`
    select concat_ws(' ', state, (
      select string_agg(state, ' ' order by created_at, id) from payment where order_id = orders.id
    )) as state from orders where id = ${id}`
}
