/**
 * Compares random purchases with independent arithmetic, to the cent and unit: coupons of all kinds, delivery fees,
 * cancellations by customer and staff, cash and online payments, refunds of units and amounts, in any order.
 */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { toCents } from '#contract/money.ts'
import { createInvariantsWatch } from '#server/invariants.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import {
  amountOf,
  type Coupon,
  isAccepted,
  METHODS,
  Paper,
  type PaperOrder,
  type Refund,
  STOCK,
  sum,
} from './purchase-paper.ts'

/** The number of concurrent purchases, each by a different customer. */
const AT_ONCE = 10
const RUNS = volume(25, 10_000)
/** `npm test` always draws the same purchases, `npm run test:all` different ones each time. */
const SEED = Number(process.env.REPLAY_SEED) || volume(11, Date.now() % 2 ** 31)

const COUPONS: Coupon[] = (
  [
    ['percent', 7, null],
    ['percent', 50, null],
    ['percent', 93, null],
    ['percent', 100, null],
    ['amount', null, 499],
    ['amount', null, 100_000],
    ['delivery', null, null],
  ] as const
).flatMap(([kind, percent, amount], at) =>
  [null, 3000].flatMap((least) =>
    (kind === 'delivery' ? [false] : [false, true]).map((phonesOnly) => ({
      code: `C${at}-${least ?? 'ANY'}-${phonesOnly ? 'PHONES' : 'ALL'}`,
      kind,
      percent,
      amount,
      least,
      phonesOnly,
    })),
  ),
)

const at = fc.nat({ max: 2 })
const SMALL_STEPS = ['confirm', 'give up', 'cancel', 'pay', 'pay one'] as const
const small = fc.record({ does: fc.constantFrom(...SMALL_STEPS), at })
const refund = fc.record({
  does: fc.constant('refund' as const),
  at,
  goodsBack: fc.boolean(),
  units: fc.option(fc.integer({ min: 1, max: 4 })),
  /** A percentage of what is left; 101 stands for one cent too much. */
  share: fc.option(fc.constantFrom(1, 30, 67, 100, 101)),
})
type Step =
  | (Refund & { does: 'refund'; at: number })
  | (typeof small extends fc.Arbitrary<infer T> ? T : never)

const purchase = fc.record({
  lines: fc.array(
    fc.record({
      price: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 301, max: 6000 })),
      quantity: fc.integer({ min: 1, max: 4 }),
      isPhone: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  coupon: fc.option(fc.constantFrom(...COUPONS)),
  method: fc.nat({ max: METHODS.length - 1 }),
  payment: fc.constantFrom('online' as const, 'cash' as const),
  /** Steps before the payment; refunds come only after it. */
  before: fc.array(small, { maxLength: 4 }),
  after: fc.array(fc.oneof({ weight: 2, arbitrary: refund }, { weight: 1, arbitrary: small }), {
    minLength: 2,
    maxLength: 8,
  }),
})
type Purchase = typeof purchase extends fc.Arbitrary<infer T> ? T : never

describeShop('purchases at random', (shop) => {
  let staff: Person
  const customers: Person[] = []
  let methods: number[] = []

  beforeAll(async () => {
    staff = await shop.admin()
    await shop.sql`update cash_on_delivery set is_on = true`
    await shop.sql`
      insert into shipping_method (name, name_ar, fee_cents, free_from_cents, position)
      select 'Parcel', 'طرد', (m ->> 'fee')::bigint, (m ->> 'freeFrom')::bigint, 10 + at
      from json_array_elements(${JSON.stringify(METHODS)}::json) with ordinality as m (m, at)`
    const rows = await shop.sql<{ id: number }>`
      select id from shipping_method order by id desc limit ${METHODS.length}`
    methods = rows.map(({ id }) => id).reverse()
    await shop.sql`
      insert into coupon (code, kind, percent, amount_cents, least_cents, categories)
      select c ->> 'code', c ->> 'kind', (c ->> 'percent')::integer, (c ->> 'amount')::bigint,
        (c ->> 'least')::bigint, case when (c ->> 'phonesOnly')::boolean then array['Phones'] end
      from json_array_elements(${JSON.stringify(COUPONS)}::json) c`
    for (let n = 0; n < AT_ONCE; n++) {
      const customer = await shop.customer()
      await shop.call('POST', '/api/user/addresses', { token: customer.token, body: AN_ADDRESS })
      customers.push(customer)
    }
  })

  const post = (person: Person, path: string, body: object = {}) =>
    shop.call('POST', path, { token: person.token, body })

  async function play(given: Purchase, customer: Person): Promise<void> {
    const products: number[] = []
    for (const { price, isPhone } of given.lines) {
      const category = isPhone ? 'Phones' : 'Accessories'
      products.push(await shop.product({ stock: STOCK, price: price / 100, category }))
    }
    const order = (coupon: Coupon | null, payment: Purchase['payment']) =>
      post(customer, '/api/user/order', {
        orders: given.lines.map(({ quantity }, n) => ({ Product: products[n], quantity })),
        payment,
        delivery: methods[given.method],
        ...(coupon && { coupon: coupon.code }),
      })
    const isGood = isAccepted(given)
    const coupon = isGood ? given.coupon : null
    if (given.coupon && !isGood) expect((await order(given.coupon, 'online')).status).toBe(422)
    const paper = new Paper({ ...given, coupon })
    const total = sum(paper.orders.map((one) => one.total - one.discount)) + paper.fee
    // An order that costs nothing cannot be paid in cash.
    const payment = total === 0 ? 'online' : given.payment
    const { status, body } = await order(coupon, payment)
    expect(status).toBe(201)
    const placed: Array<{ id: number; purchaseId: number }> = body.data.sort(
      (one: { Product: number }, other: { Product: number }) =>
        products.indexOf(one.Product) - products.indexOf(other.Product),
    )
    const ids = placed.map(({ id }) => id)
    const purchaseId = placed[0]?.purchaseId ?? 0
    const confirmed: Step[] = ids.map((_, n) => ({ does: 'confirm', at: n }))
    const seen = () => read(purchaseId)
    let presses = 0

    async function take(step: Step): Promise<void> {
      if (step.does === 'pay') return void (await pay(paper.orders, `purchases/${purchaseId}`))
      const one = paper.orders[step.at]
      const id = ids[step.at]
      if (!one) return
      if (step.does === 'confirm') {
        if (one.state !== 'pending') return
        expect((await post(staff, `/api/admin/orders/${id}/confirm`)).status).toBe(200)
        one.state = 'confirm'
      } else if (step.does === 'pay one') {
        if (payment === 'online') await pay([one], `order/${id}`)
      } else if (step.does === 'refund') await refundOne(one, id, step)
      else if (!one.isPaid && one.state !== 'canceled') {
        const path = step.does === 'cancel' ? '/api/admin/orders' : '/api/user/order'
        const by = step.does === 'cancel' ? staff : customer
        expect((await post(by, `${path}/${id}/cancel`)).status).toBe(200)
        paper.cancel(one, step.does === 'give up')
      }
    }

    async function pay(orders: PaperOrder[], path: string): Promise<void> {
      const due = orders.filter(({ state }) => state === 'confirm')
      if (due.length === 0 || presses++ >= 8) return
      if (payment === 'online') {
        const { status } = await post(customer, `/api/user/${path}/payment`)
        expect(status === 200 || status === 201).toBe(paper.pay(due))
        return
      }
      const id = ids[paper.orders.findIndex(({ state }) => state === 'confirm')]
      const { body } = await shop.call('GET', `/api/admin/orders/${id}`, { token: staff.token })
      const before = paper.taken
      paper.take(due)
      expect(toCents(body.cash.total)).toBe(paper.taken - before)
      const { total, parcel } = body.cash
      const { status } = await post(staff, `/api/admin/purchases/${purchaseId}/cash`, {
        total,
        parcel,
      })
      expect(status).toBe(200)
    }

    async function refundOne(one: PaperOrder, id: number | undefined, step: Refund): Promise<void> {
      if (one.state !== 'complete') return
      const { units, share, goodsBack } = step
      const { status } = await post(staff, `/api/admin/orders/${id}/refund`, {
        goodsBack,
        ...(units !== null && { units }),
        ...(share !== null && { amount: amountOf(share, one.kept) / 100 }),
      })
      expect(status === 200).toBe(paper.refund(one, step))
    }

    const pays: Step = { does: 'pay', at: 0 }
    for (const next of [...given.before, ...confirmed, pays, ...given.after]) {
      await take(next)
      expect(await seen(), JSON.stringify(next)).toEqual(written(paper))
    }
    // Finally, the customer cancels all unpaid orders.
    for (const [n, one] of paper.orders.entries()) {
      if (!one.isPaid && one.state !== 'canceled') await take({ does: 'give up', at: n })
    }
    expect(await seen()).toEqual(written(paper))
  }

  async function read(purchaseId: number) {
    const rows = await shop.sql<Record<string, unknown>>`
      select (select json_agg(json_build_object('state', o.state, 'cost', order_cost(o),
          'onHand', p.on_hand, 'reserved', p.reserved, 'writtenOff', p.written_off) order by o.id)
          from orders o join product p on p.id = o.product_id where batch_id = ${purchaseId}) as orders,
        (select delivery_cents from order_batch where id = ${purchaseId}) as fee,
        (select coupon_id is not null and coupon_returned_at is null from order_batch
          where id = ${purchaseId}) as "usesCoupon",
        (select coalesce(sum(total_cents), 0)::bigint from invoice
          where purchase_id = ${purchaseId} and refund_id is null) as invoiced,
        (select coalesce(sum(total_cents), 0)::bigint from invoice
          where purchase_id = ${purchaseId} and refund_id is not null) as credited,
        (select coalesce(sum(refund.amount_cents), 0)::bigint from refund
          join orders on orders.id = refund.order_id where batch_id = ${purchaseId}) as returned`
    return rows[0]
  }

  it(`are as a clerk would keep them, ${RUNS} of them`, { timeout: 1_200_000 }, async () => {
    const drawn = fc.sample(purchase, { numRuns: RUNS, seed: SEED })
    for (let from = 0; from < drawn.length; from += AT_ONCE) {
      // At full volume, the test takes longer than a password confirmation lasts.
      await shop.sql`update session set proved_at = now() where user_id = ${staff.id}`
      await Promise.all(
        drawn.slice(from, from + AT_ONCE).map(async (given, n) => {
          try {
            await play(given, customers[n] as Person)
          } catch (error) {
            const replay = `REPLAY_SEED=${SEED}, purchase ${from + n}: ${JSON.stringify(given)}`
            throw new Error(`${replay}\n${error instanceof Error ? error.message : error}`, {
              cause: error,
            })
          }
        }),
      )
    }
    // Run directly: at full volume, the invariants take longer than a request may.
    const broken: string[] = []
    await createInvariantsWatch(shop.db, (rules) => broken.push(...rules)).look()
    expect(broken).toEqual([])
  })
})

function written(paper: Paper) {
  return {
    orders: paper.orders.map(({ state, total, discount, onHand, reserved, writtenOff }) => ({
      state,
      cost: total - discount,
      onHand,
      reserved,
      writtenOff,
    })),
    fee: paper.fee,
    invoiced: paper.taken,
    credited: paper.returned,
    returned: paper.returned,
    usesCoupon: paper.usesCoupon,
  }
}
