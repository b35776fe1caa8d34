/**
 * Random refunds beside plain arithmetic written apart: units and amounts in any order, of orders with
 * and without coupons. No cent and no unit may differ.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import type { Refundable } from './part-refunds.store.ts'
import { partOf } from './refund-part.ts'

const FEE = 735
const STOCK = 50

/** Amounts are shares of what is left, in hundredths: 100 is all of it, 101 a cent too much. */
type Step = { order: number; goodsBack: boolean } & (
  | { does: 'units'; units: number }
  | { does: 'amount'; share: number }
  | { does: 'whole' }
)

const which = { order: fc.nat({ max: 2 }), goodsBack: fc.boolean() }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ ...which, does: fc.constant('units' as const) },
      units: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ ...which, does: fc.constant('amount' as const) },
      share: fc.constantFrom(1, 30, 67, 100, 101),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...which, does: fc.constant('whole' as const) }) },
)
const steps = fc.array(step, { minLength: 1, maxLength: 10 })

/** An order as a clerk would keep it: a purse of coins for each unit that the customer has. */
interface Paper {
  units: number[]
  /** Cents that the shop still has. */
  kept: number
  rows: Array<[cents: number, units: number]>
  onHand: number
  writtenOff: number
}

function paperOf(cost: number, quantity: number): Paper {
  const units = Array.from({ length: quantity }, () => 0)
  for (let cent = 0; cent < cost; cent++) units[cent % quantity] = (units[cent % quantity] ?? 0) + 1
  return { units, kept: cost, rows: [], onHand: STOCK - quantity, writtenOff: 0 }
}

/** @returns whether the clerk does it. */
function take(paper: Paper, step: Step): boolean {
  if (paper.units.length === 0) return step.does === 'whole'
  if (step.does === 'amount') {
    const cents = amountOf(step.share, paper.kept)
    if (cents < 1 || cents > paper.kept) return false
    give(paper, cents, 0, step)
    return true
  }
  const count = step.does === 'whole' ? paper.units.length : step.units
  if (count > paper.units.length) return false
  const worth = paper.units.splice(0, count).reduce((sum, cents) => sum + cents, 0)
  give(paper, step.does === 'whole' ? paper.kept : Math.min(worth, paper.kept), count, step)
  return true
}

function give(paper: Paper, cents: number, units: number, { goodsBack }: Step): void {
  paper.kept -= cents
  paper.rows.push([cents, units])
  if (goodsBack) paper.onHand += units
  else paper.writtenOff += units
}

function amountOf(share: number, left: number): number {
  return share > 100 ? left + 1 : Math.ceil((left * share) / 100)
}

function bodyOf(step: Step, left: number) {
  if (step.does === 'units') return { units: step.units, cents: null }
  return { units: null, cents: step.does === 'whole' ? null : amountOf(step.share, left) }
}

it('what a refund gives back is what a clerk would give', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 9_999 }),
      fc.integer({ min: 1, max: 9 }),
      steps,
      (cost, quantity, all) => {
        const paper = paperOf(cost, quantity)
        const order: Refundable = {
          ...{ state: 'complete', quantity, costCents: cost, refundedUnits: 0, refundedCents: 0 },
        }
        for (const step of all) {
          const before = paper.rows.length
          const left = order.costCents - order.refundedCents
          const request = { ...bodyOf(step, left), goodsBack: true, reason: null }
          const found = attempt(() =>
            partOf(order, { ...request, leftCents: null, leftUnits: null }),
          )
          expect(found !== null, JSON.stringify(step)).toBe(take(paper, step))
          const row = paper.rows.length > before ? paper.rows.at(-1) : undefined
          if (found === null || !row) continue
          if (found === 'whole') {
            expect([left, quantity - order.refundedUnits]).toEqual(row)
            order.state = 'canceled'
          } else {
            expect([found.cents, found.units]).toEqual(row)
            order.refundedCents += found.cents
            order.refundedUnits += found.units
          }
          expect(order.state === 'canceled').toBe(paper.units.length === 0)
        }
      },
    ),
    { numRuns: volume(200, 10_000) },
  )
})

function attempt<T>(call: () => T): T | null {
  try {
    return call()
  } catch {
    return null
  }
}

describeShop('purchases that are refunded at random', (shop) => {
  let admin: Person
  let customer: Person

  beforeAll(async () => {
    ;[admin, customer] = [await shop.admin(), await shop.customer()]
    await sql`update shipping_method set fee_cents = ${FEE}`.execute(shop.db.run)
    await sql`
      insert into coupon (code, kind, percent) values ('SOME', 'percent', 7), ('MOST', 'percent', 93),
        ('ALL', 'percent', 100)`.execute(shop.db.run)
  })

  const call = (person: Person, path: string, body: object = {}) =>
    shop.call('POST', path, { token: person.token, body })

  const line = fc.record({
    price: fc.integer({ min: 1, max: 2_000 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    isCanceled: fc.boolean(),
  })
  const purchase = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    coupon: fc.constantFrom(null, 'SOME', 'MOST', 'ALL'),
    steps,
  })
  type Purchase = typeof purchase extends fc.Arbitrary<infer T> ? T : never

  /** What is not canceled before is paid at once. */
  async function paid({ lines, coupon }: Purchase): Promise<Order[]> {
    const orders = []
    for (const { price, quantity } of lines) {
      orders.push({ Product: await shop.product({ stock: STOCK, price: price / 100 }), quantity })
    }
    const { body } = await call(customer, '/api/user/order', { orders, ...(coupon && { coupon }) })
    const placed: Order[] = body.data.sort((a: Order, b: Order) => a.id - b.id)
    for (const { id } of placed) await call(admin, `/api/admin/orders/${id}/confirm`)
    for (const { id } of placed.filter((_, at) => at > 0 && lines[at]?.isCanceled)) {
      await call(customer, `/api/user/order/${id}/cancel`)
    }
    await call(customer, `/api/user/purchases/${placed[0]?.purchaseId}/payment`)
    return placed.filter((_, at) => at === 0 || !lines[at]?.isCanceled)
  }

  async function seen({ id, Product }: Order) {
    const { body } = await shop.call('GET', `/api/user/order/${id}`, { token: customer.token })
    const { rows } = await sql`
      select on_hand as "onHand", written_off as "writtenOff" from product
      where id = ${Product}`.execute(shop.db.run)
    const { state, refunds } = body.data as Order
    const goods = refunds.filter(({ kind }) => kind === 'goods')
    const fee = refunds.filter(({ kind }) => kind === 'delivery')
    return {
      state,
      rows: goods.map(({ amount, units }) => [toCents(amount), units]),
      fee: fee.reduce((sum, { amount }) => sum + toCents(amount), 0),
      stock: rows[0],
    }
  }

  const always = { order: 0, goodsBack: true }
  const bought = (price: number, quantity: number, coupon: Purchase['coupon'], ...steps: Step[]) =>
    [{ lines: [{ price, quantity, isCanceled: false }], coupon, steps }] satisfies [Purchase]
  const amount = (share: number) => ({ ...always, does: 'amount' as const, share })
  const units = (count: number) => ({ ...always, does: 'units' as const, units: count })
  const whole: Step = { ...always, does: 'whole' }
  const lost = { goodsBack: false }
  /** Tried before any random ones: money and units that run out at different times. */
  const EXAMPLES = [
    bought(333, 3, null, amount(67), units(1)),
    bought(333, 3, null, amount(100), { ...units(1), ...lost }, amount(101), units(2)),
    bought(333, 3, null, amount(100), whole),
    bought(333, 3, null, amount(1), units(1), units(1), units(1)),
    bought(1_000, 4, null, { ...units(1), ...lost }, { ...units(1), ...lost }, units(2)),
    bought(2_000, 2, 'ALL', units(1), units(1)),
  ]

  async function play(given: Purchase): Promise<void> {
    const orders = await paid(given)
    const papers = orders.map(({ total, discount, quantity }) =>
      paperOf(toCents(total) - toCents(discount), quantity),
    )
    for (const step of given.steps) {
      const [order, paper] = [orders[step.order], papers[step.order]]
      if (!order || !paper) continue
      const { units, cents } = bodyOf(step, paper.kept)
      const body = { goodsBack: step.goodsBack, units, amount: cents === null ? null : cents / 100 }
      const { status } = await call(admin, `/api/admin/orders/${order.id}/refund`, body)
      expect(status === 200, JSON.stringify({ step, status })).toBe(take(paper, step))
    }
    const found = await Promise.all(orders.map(seen))
    expect(found.map(({ fee: _, ...rest }) => rest)).toEqual(
      papers.map(({ units, rows, onHand, writtenOff }) => ({
        state: units.length === 0 ? 'canceled' : 'complete',
        rows,
        stock: { onHand, writtenOff },
      })),
    )
    const isOver = papers.every(({ units }) => units.length === 0)
    expect(found.reduce((sum, { fee }) => sum + fee, 0)).toBe(isOver ? FEE : 0)
  }

  it('give back what a clerk would give', { timeout: 600_000 }, async () => {
    const runs = { numRuns: volume(24, 300), examples: EXAMPLES }
    await fc.assert(fc.asyncProperty(purchase, play), runs)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })
})
