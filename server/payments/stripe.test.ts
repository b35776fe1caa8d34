import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type Fault, StripeFake } from '#tests/kit/stripe-fake.ts'
import { type PlacedOrder, withStripe } from '#tests/kit/stripe-shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createRefunds } from './refund-order.ts'

const MAKE = 'POST /v1/checkout/sessions'

describeShop('paying through Stripe', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    stripe.fake.fault = () => null
    stripe.warnings.length = 0
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const age = (order: PlacedOrder) => stripe.age(order, 120)

  it('sends the customer to a page with the figures of the order', async () => {
    const order = await stripe.order()

    const { status, body } = await stripe.pay(order)

    expect(status).toBe(200)
    expect(body).toMatchObject({ data: { id: order.id, state: 'confirm' } })
    expect(body.redirect).toMatch(/\/pay\/cs_test_\d+$/)
    const { rows } = await sql<{ id: string; provider_ref: string; state: string; name: string }>`
      select payment.id, provider_ref, payment.state, product_name as name
      from payment join orders on orders.id = order_id where order_id = ${order.id}`.execute(
      shop.db.run,
    )
    expect(rows).toMatchObject([{ state: 'started', provider_ref: body.redirect.split('/').pop() }])
    expect(stripe.fake.asked.at(-1)).toMatchObject({
      mode: 'payment',
      key: rows[0]?.id,
      client_reference_id: rows[0]?.id,
      'metadata[payment_id]': rows[0]?.id,
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][unit_amount]': '1999',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][product_data][name]': rows[0]?.name,
      success_url: `http://localhost:3000/order-preview/${order.id}`,
      cancel_url: `http://localhost:3000/payment-method/${order.id}`,
    })
  })

  it('reports its provider', async () => {
    const { body } = await stripe.call('GET', '/api/config', '')

    expect(body.payment).toEqual({ provider: 'stripe', opensPage: true })
  })

  it('charges the price at the time of the order, whatever happens to the product', async () => {
    const order = await stripe.order()
    await sql`update product set price_cents = 1, name = 'Other' where id = ${order.productId}`.execute(
      shop.db.run,
    )

    const session = await stripe.begin(order)

    expect(session.amount_total).toBe(3998)
    expect(stripe.fake.asked.at(-1)).not.toMatchObject({
      'line_items[0][price_data][product_data][name]': 'Other',
    })
  })

  it('opens the same page again, and a new one once it is over', async () => {
    const order = await stripe.order()
    const first = await stripe.begin(order)

    expect((await stripe.begin(order)).id).toBe(first.id)
    stripe.fake.expire(first)
    const second = await stripe.begin(order)

    expect(second.id).not.toBe(first.id)
    expect(await stripe.stateOf(order)).toBe('confirm failed started')
  })

  it('learns of the money when the customer presses pay again before the event', async () => {
    const order = await stripe.order()
    stripe.fake.pay(await stripe.begin(order))

    const { body } = await stripe.pay(order)

    expect(body.data.state).toBe('complete')
    expect(body.redirect).toBeUndefined()
    expect(await stripe.stateOf(order)).toBe('complete captured')
  })

  it('says that Stripe does not take so little, and begins nothing', async () => {
    const purchase = await stripe.purchase([1000, 49])
    const [dear, cheap] = purchase.orders
    if (!dear || !cheap) throw new Error('a purchase of two orders')

    const { status, body } = await stripe.pay(cheap)

    expect(status).toBe(409)
    expect(body.message).toBe('Less than $0.50 cannot be paid online.')
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

  it('finds out by itself what no event reported', async () => {
    const [paid, expired, open, lost] = await stripe.placed(4)
    if (!paid || !expired || !open || !lost) throw new Error('four orders')
    stripe.fake.pay(await stripe.begin(paid))
    stripe.fake.expire(await stripe.begin(expired))
    await stripe.begin(open)
    stripe.fake.fault = () => ({ when: 'before', does: 500 })
    expect((await stripe.pay(lost)).status).toBe(503)
    stripe.fake.fault = () => null
    await stripe.payments().sweep()
    expect(await stripe.stateOf(paid)).toBe('confirm started')
    for (const order of [paid, expired, open, lost]) await age(order)

    await Promise.all([stripe.payments().sweep(), stripe.payments().sweep()])

    expect(await stripe.stateOf(paid)).toBe('complete captured')
    expect(await stripe.stateOf(expired)).toBe('confirm failed')
    expect(await stripe.stateOf(open)).toBe('confirm started')
    expect(await stripe.stateOf(lost)).toBe('confirm failed')
    expect((await stripe.cancel(expired)).status).toBe(200)
  })

  it('finds the page of a payment whose process died before it stored the page id', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await sql`update payment set provider_ref = null where order_id = ${order.id}`.execute(
      shop.db.run,
    )
    stripe.fake.pay(session)
    await age(order)

    await stripe.payments().sweep()

    expect(await stripe.stateOf(order)).toBe('complete captured')
  })

  it.for<[string, Fault, number]>([
    ['answers 500', { when: 'before', does: 500 }, 503],
    ['answers 429', { when: 'before', does: 429 }, 503],
    ['goes silent before the work', { when: 'before', does: 'silence' }, 503],
    ['answers 500 after the work', { when: 'after', does: 500 }, 200],
    ['hangs up after the work', { when: 'after', does: 'reset' }, 200],
    ['goes silent after the work', { when: 'after', does: 'silence' }, 200],
  ])('charges once when Stripe %s', async ([, fault, status]) => {
    const orders = await stripe.placed(volume(3, 50))
    const { fake } = stripe
    fake.fault = (call) => (call === MAKE ? fault : null)

    const first = await Promise.all(orders.map((order) => stripe.pay(order)))

    expect([...new Set(first.map((answer) => answer.status))]).toEqual([status])
    fake.fault = () => null
    const sessions = await Promise.all(orders.map((order) => stripe.begin(order)))
    await Promise.all(sessions.map((session) => stripe.send(fake.pay(session))))
    for (const session of sessions) {
      expect(fake.sessionsOf(session.client_reference_id)).toHaveLength(1)
    }
    const states = await Promise.all(orders.map((order) => stripe.stateOf(order)))
    expect([...new Set(states)]).toEqual(['complete captured'])
  })

  it('holds a payment of a wrong amount in review until the money is back', async () => {
    const orders = await stripe.placed(volume(3, 50))
    const odd = [{ amount_total: 3997 }, { amount_total: 399800 }, { currency: 'eur' }]
    for (const [index, order] of orders.entries()) {
      const event = stripe.fake.pay(await stripe.begin(order), odd[index % 3])
      // Half arrive by an event; the sweeper finds the other half.
      if (index % 2) expect(await stripe.send(event)).toBe(200)
      else await age(order)
    }
    await stripe.payments().sweep()
    for (const order of orders) await stripe.lapseHoldUnlessReviewed(order)
    await stripe.orders().cancelUnpaid(0)

    const states = await Promise.all(orders.map((order) => stripe.stateOf(order)))
    expect([...new Set(states)]).toEqual(['confirm review'])
    expect(stripe.warnings.some((text) => text.includes('refund it at the provider'))).toBe(true)
    const [order] = orders
    if (!order) throw new Error('no order')
    expect((await stripe.pay(order)).status).toBe(409)
    expect((await stripe.cancel(order)).status).toBe(409)
    const [payment] = (await paymentIds(order)) as [string]
    const charge = { metadata: { payment_id: payment }, refunded: true }
    expect(await stripe.send(stripe.fake.event('charge.refunded', charge))).toBe(200)
    expect(await stripe.stateOf(order)).toBe('confirm refunded')
    expect((await stripe.cancel(order)).status).toBe(200)
  })

  it('refunds money for an order that was cancelled meanwhile, once', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.lapseHold(order)
    expect((await stripe.cancel(order)).status).toBe(200)

    expect(await stripe.send(stripe.fake.pay(session))).toBe(200)

    expect(await stripe.stateOf(order)).toBe('canceled refunded')
    const asked = await stripe.refundsAsked(order)
    expect(asked).toHaveLength(1)
    await Promise.all([deliverRefund(asked[0]), deliverRefund(asked[0])])
    expect([...stripe.fake.refunds]).toEqual([
      [session.payment_intent, `refund-${session.client_reference_id}`],
    ])
  })

  it('treats an earlier refund as a success, and reports other errors', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.send(stripe.fake.pay(session))
    const payment = { paymentId: session.client_reference_id }
    stripe.fake.refunds.set(session.payment_intent ?? '', 'by hand')

    await deliverRefund(payment)

    stripe.fake.fault = () => ({ when: 'before', does: 500 })
    await expect(deliverRefund(payment)).rejects.toThrow()
    const [unpaid] = await paymentIds(await begun())
    await expect(deliverRefund({ paymentId: unpaid ?? '' })).rejects.toThrow()
  })

  it('retries refunds that the outbox dead-lettered', async () => {
    await sql`
      insert into outbox (topic, payload, attempts, available_at) values
        ('refund-payment', '{"late": 1, "provider": "stripe"}', 10, now() - interval '1 hour'),
        ('refund-payment', '{"late": 2, "provider": "stripe"}', 10, now()),
        ('another', '{"late": 3}', 10, now() - interval '1 hour')`.execute(shop.db.run)

    await stripe.payments().sweep()

    const { rows } = await sql`
      select payload->>'late' as late, attempts from outbox where payload ? 'late' order by 1`.execute(
      shop.db.run,
    )
    expect(rows).toEqual([
      { late: '1', attempts: 0 },
      { late: '2', attempts: 10 },
      { late: '3', attempts: 10 },
    ])
  })

  async function begun(): Promise<PlacedOrder> {
    const order = await stripe.order()
    stripe.fake.fault = () => null
    await stripe.begin(order)
    return order
  }

  async function paymentIds({ id }: PlacedOrder): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from payment where order_id = ${id}`.execute(shop.db.run)
    return rows.map((row) => row.id)
  }

  /** Like the delivery of the outbox. */
  function deliverRefund(
    { paymentId }: { paymentId: string } = { paymentId: 'none' },
  ): Promise<void> {
    const parts = { orders: stripe.orders(), provider: stripe.provider(), notify() {} }
    return createRefunds(shop.db, { ...parts, manageOrders: null as never }).deliverRefund({
      payload: { provider: 'stripe', paymentId },
    })
  }
})

it('the fake refuses a key that comes with other words, as Stripe does', async () => {
  const fake = new StripeFake()
  await fake.open()
  const expiresAt = String(Math.floor(Date.now() / 1000) + 3600)
  const ask = (amount: number) =>
    fetch(`${fake.address}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { 'idempotency-key': 'one' },
      body: new URLSearchParams({
        expires_at: expiresAt,
        'line_items[0][price_data][unit_amount]': String(amount),
        'line_items[0][quantity]': '1',
      }),
    }).then(async (reply) => ({ status: reply.status, body: await reply.json() }))

  const [first, again, other] = [await ask(100), await ask(100), await ask(200)]

  await fake.close()
  expect(again).toEqual(first)
  expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
})
