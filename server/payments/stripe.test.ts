import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import english from '#contract/words/en.json' with { type: 'json' }
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import type { FakeSession, Fault } from '#tests/kit/stripe-fake.ts'
import { type PlacedOrder, withStripe } from '#tests/kit/stripe-shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createRefunds } from './refund-order.ts'

const MAKE = 'POST /v1/checkout/sessions'
const BUSY = english['error.busy']
const WAIT = { timeout: 120_000 }

describeShop('paying through Stripe', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    stripe.fake.fault = () => null
    stripe.warnings.length = 0
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('reports its provider', async () => {
    const { body } = await stripe.call('GET', '/api/config', '')

    expect(body.payment).toEqual({ provider: 'stripe', opensPage: true })
  })

  it('charges the price at the time of the order, whatever happens to the product', async () => {
    const order = await stripe.order()
    await shop.sql`update product set price_cents = 1, name = 'Other' where id = ${order.productId}`

    const session = await stripe.begin(order)

    expect(session.amount_total).toBe(3998)
    expect(stripe.fake.asked.at(-1)).not.toMatchObject({
      'line_items[0][price_data][product_data][name]': 'Other',
    })
  })

  it('says that Stripe does not take so little, and begins nothing', async () => {
    const purchase = await stripe.purchase([1000, 49])
    const [dear, cheap] = purchase.orders
    if (!dear || !cheap) throw new Error('two orders were not placed')

    const { status, body } = await stripe.pay(cheap)

    expect(status).toBe(409)
    expect(body.message).toBe("Amounts below $0.50 can't be paid online.")
    expect(await stripe.stateOf(cheap)).toBe('confirm')
    await stripe.beginPurchase(purchase)
    expect(await stripe.statesOf(purchase)).toEqual(['confirm started', 'confirm started'])
  })

  it('takes no amount from the client', async () => {
    const field = fc.constantFrom('amount', 'total', 'price', 'currency', 'orderId', 'state', 'id')
    const value = fc.oneof(fc.integer(), fc.string(), fc.constant('eur'), fc.constant(null))
    const buyer = await shop.customer()

    await fc.assert(
      fc.asyncProperty(fc.dictionary(field, value), async (body) => {
        const order = await stripe.order({ buyer })

        const answer = await stripe.pay(order, body)

        expect(answer.status).toBe(200)
        const session = stripe.fake.sessions.get(answer.body.redirect.split('/').pop())
        expect(session).toMatchObject({ amount_total: 3998, currency: 'usd' })
      }),
      { numRuns: volume(5, 25) },
    )
  })

  it('charges once when Stripe fails, hangs up or goes silent, before the work or after it', {
    timeout: 300_000,
  }, async () => {
    const faults: Array<Fault & { status: number }> = [
      { when: 'before', does: 500, status: 503 },
      { when: 'before', does: 429, status: 503 },
      { when: 'before', does: 'silence', status: 503 },
      { when: 'after', does: 500, status: 200 },
      { when: 'after', does: 'reset', status: 200 },
      { when: 'after', does: 'silence', status: 200 },
    ]
    const { fake } = stripe
    /** Repeats the payment while the server responds that it is busy: such requests do not reach Stripe. */
    const press = (order: PlacedOrder) =>
      vi.waitUntil(async () => {
        const reply = await stripe.pay(order)
        return reply.body.message !== BUSY && reply
      }, WAIT)
    /** Sends the event as Stripe does: repeatedly, until it is accepted. */
    const report = async (session: FakeSession) => {
      const event = fake.pay(session)
      await vi.waitUntil(async () => (await stripe.send(event)) === 200, WAIT)
    }
    for (let round = 0; round < volume(1, 6); round++) {
      const orders = await stripe.placed(volume(2, 8) * faults.length)
      // The payments run concurrently, since requests without a response take long to fail. Each charge has its own
      // fault, which its retries hit again.
      const faultOf = new Map<string, Fault & { status: number }>()
      fake.fault = (call, key) => {
        if (call !== MAKE) return null
        const fault = faultOf.get(key) ?? faults[faultOf.size % faults.length]
        if (fault) faultOf.set(key, fault)
        return fault ?? null
      }

      const first = await Promise.all(orders.map(press))

      fake.fault = () => null
      expect(faultOf.size).toBe(orders.length)
      const sessions = []
      for (const order of orders) sessions.push(await stripe.begin(order))
      await Promise.all(sessions.map(report))
      // An event that found no free connection is stored, and the next sweep applies it.
      await stripe.payments().sweep()
      for (const [index, { client_reference_id: id }] of sessions.entries()) {
        expect({ ...faultOf.get(id), status: first[index]?.status }).toEqual(faultOf.get(id))
        expect(fake.sessionsOf(id)).toHaveLength(1)
      }
      const states = await Promise.all(orders.map((order) => stripe.stateOf(order)))
      expect([...new Set(states)]).toEqual(['complete captured'])
    }
  })

  it('holds a payment of a wrong amount in review until the money is back', async () => {
    const orders = await stripe.placed(volume(3, 50))
    const odd = [{ amount_total: 3997 }, { amount_total: 399800 }, { currency: 'eur' }]
    const sessions = []
    for (const [index, order] of orders.entries()) {
      const session = await stripe.begin(order)
      sessions.push(session)
      const event = stripe.fake.pay(session, odd[index % 3])
      // Half of the outcomes arrive as events; the sweeper finds the other half.
      if (index % 2) expect(await stripe.send(event)).toBe(200)
      else await stripe.age(order, 120)
    }
    await stripe.payments().sweep()
    for (const order of orders) await stripe.lapseHoldUnlessReviewed(order)
    await stripe.orders().cancelUnpaid(0)

    const states = await Promise.all(orders.map((order) => stripe.stateOf(order)))
    expect([...new Set(states)]).toEqual(['confirm review'])
    expect(
      stripe.warnings.some((text) => text.includes('refund the charge once, at the provider')),
    ).toBe(true)
    const [order, session] = [orders[0], sessions[0]]
    if (!order || !session) throw new Error('no order was placed')
    expect((await stripe.pay(order)).status).toBe(409)
    expect((await stripe.cancel(order)).status).toBe(409)
    const charge = { metadata: { payment_id: session.client_reference_id }, refunded: true }
    expect(await stripe.send(stripe.fake.event('charge.refunded', charge))).toBe(200)
    expect(await stripe.stateOf(order)).toBe('confirm refunded')
    expect((await stripe.cancel(order)).status).toBe(200)
  })

  it('refunds money that arrives after its order was canceled, once', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.lapseHold(order)
    expect((await stripe.cancel(order)).status).toBe(200)

    expect(await stripe.send(stripe.fake.pay(session))).toBe(200)

    expect(await stripe.stateOf(order)).toBe('canceled refunded')
    const [asked = { paymentId: '' }, ...more] = await stripe.refundsAsked(order)
    expect(more).toEqual([])
    const parts = { orders: stripe.orders(), provider: stripe.provider(), notify() {} }
    const { deliverRefund } = createRefunds(shop.db, { ...parts, manageOrders: null as never })
    const task = { payload: { provider: 'stripe' as const, ...asked } }
    await Promise.all([deliverRefund(task), deliverRefund(task)])
    expect([...stripe.fake.refunds]).toEqual([
      [session.payment_intent, `refund-${session.client_reference_id}`],
    ])
  })
})
