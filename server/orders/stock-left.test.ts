/** R12: many new accounts that never pay leave enough stock for other customers. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderLine } from '#contract/orders.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeDemoShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const ACCOUNTS = volume(5, 20)
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const ELSEWHERE = '127.0.0.6'
/** The most units of a product that one request may name. */
const LINE_UNITS = 99
/** As a fraction of what is left. */
const ONE_OF_EACH = Number.POSITIVE_INFINITY

interface InStock {
  id: number
  left: number
}

describeDemoShop('the stock of the demo', (shop) => {
  let app: FastifyInstance

  beforeAll(async () => {
    // The default limits of a shop.
    app = await shop.anotherApp({ UNPAID_ORDERS_MAX: '' })
  })
  afterAll(() => app.close())

  const stock = async (): Promise<InStock[]> => {
    const rows = await shop.sql<InStock>`
      select id, on_hand - reserved as "left" from product
      where deleted_at is null and on_hand > reserved order by on_hand - reserved, id`
    return rows
  }

  const order = async ({ token }: Person, lines: OrderLine[], remoteAddress: string) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/user/order',
      headers: { authorization: `Bearer ${token}` },
      payload: { orders: lines },
      remoteAddress,
    })
    return statusCode
  }

  /**
   * The accounts of one address order one after the other, each with knowledge of the limits: the
   * scarcest products first, as many units of each as may pass, and another fraction when they do
   * not.
   */
  const grab = async (people: Person[], address: string, parts: number[]): Promise<void> => {
    const taken = new Set<number>()
    for (const person of people) {
      await order(person, all(await stock()), address)
      for (const part of parts) {
        for (const budget of [100, 50, 20]) {
          const lines = scarcest(await stock(), { taken, part, budget })
          if ((await order(person, lines, address)) !== 201) continue
          for (const { Product } of lines) taken.add(Number(Product))
        }
      }
      for (const { id } of await stock()) {
        await order(person, [{ Product: id, quantity: 1 }], address)
      }
    }
  }

  it('are still full after the accounts of five addresses took what they could', async () => {
    const people = await shop.customers(ACCOUNTS + 1)
    const before = await stock()
    const units = (products: InStock[]) => products.reduce((sum, { left }) => sum + left, 0)

    const of = (index: number) => (_: Person, n: number) => n < ACCOUNTS && n % 5 === index
    const grabAll = (indexes: number[], parts: number[]) =>
      Promise.all(
        indexes.map((index) => grab(people.filter(of(index)), ADDRESSES[index] ?? '', parts)),
      )
    await grabAll([0, 1], [3, 3, 4, 6, 10])
    // Each of the others gets one of the last units: the most that they can take.
    await grabAll([2, 3, 4], [ONE_OF_EACH, 3, 3, 4, 6, 10])
    const after = await stock()

    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
    expect(units(after)).toBeGreaterThan(units(before) * 0.8)
    // The next customer buys one of everything.
    const last = people[ACCOUNTS] as Person
    const everything = after.map(({ id }) => ({ Product: id, quantity: 1 }))
    expect(await order(last, everything, ELSEWHERE)).toBe(201)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })
})

/** Every unit of every product, as far as one request can name them. */
function all(stock: InStock[]): OrderLine[] {
  return stock.map(({ id, left }) => ({ Product: id, quantity: Math.min(LINE_UNITS, left) }))
}

/** One in `part` of what is left of those not taken yet, scarcest first, `budget` units in all. */
function scarcest(
  stock: InStock[],
  { taken, part, budget }: { taken: Set<number>; part: number; budget: number },
): OrderLine[] {
  let units = 0
  return stock
    .filter(({ id }) => !taken.has(id))
    .map(({ id, left }) => ({ Product: id, quantity: Math.max(1, Math.floor(left / part)) }))
    .filter(({ quantity }) => {
      units += quantity
      return units <= budget
    })
}
