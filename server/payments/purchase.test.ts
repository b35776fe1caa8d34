/** Paying for a whole purchase through Stripe: shares, the delivery fee, and other payments in progress. */
import { afterEach, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type PlacedPurchase, withStripe } from '#tests/kit/stripe-shop.ts'
import { createSandbox } from './sandbox.ts'

describeShop('one payment for a purchase', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    stripe.fake.fault = () => null
    stripe.warnings.length = 0
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const asAdmin = async (purchase: PlacedPurchase, index: number, move: string, body?: unknown) => {
    const { token } = await shop.admin()
    const order = purchase.orders[index]
    return stripe.call('POST', `/api/admin/orders/${order?.id}/${move}`, token, body)
  }
  const cancel = (purchase: PlacedPurchase, index: number) => asAdmin(purchase, index, 'cancel')
  const refund = (purchase: PlacedPurchase, index: number) =>
    asAdmin(purchase, index, 'refund', { goodsBack: true })

  async function paid(cents: readonly number[], fee = 0) {
    const purchase = await stripe.purchase(cents, { fee })
    const session = await stripe.beginPurchase(purchase)
    expect(await stripe.send(stripe.fake.pay(session))).toBe(200)
    return { purchase, session }
  }

  const orderAt = ({ orders }: PlacedPurchase, index: number) => {
    const order = orders[index]
    if (!order) throw new Error(`the purchase has no order at index ${index}`)
    return order
  }

  it('opens one page with all lines and the delivery, and completes all orders', async () => {
    const purchase = await stripe.purchase([1999, 500, 1], { fee: 300 })
    const first = await stripe.findPurchase(purchase)
    const confirmed = first.orders.map((order: Order) => Date.parse(order.confirmed_at ?? ''))
    expect(Date.parse(first.payBefore)).toBe(Math.min(...confirmed) + 30 * 60 * 1000)

    const { status, body } = await stripe.payPurchase(purchase, { total: 28 })

    expect(status).toBe(200)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
      purchase.orders.map(({ id }) => id),
    )
    const asked = stripe.fake.asked.at(-1)
    expect(asked).toMatchObject({
      'line_items[0][price_data][unit_amount]': '1999',
      'line_items[2][price_data][unit_amount]': '1',
      'line_items[3][price_data][unit_amount]': '300',
      'line_items[3][price_data][product_data][name]': 'Delivery',
      cancel_url: `http://localhost:3000/payment-method/${orderAt(purchase, 0).id}`,
    })
    expect(asked).not.toHaveProperty('line_items[4][quantity]')
    const session = stripe.fake.sessions.get(body.redirect.split('/').pop())
    if (!session) throw new Error('no payment page was opened')
    expect(session.amount_total).toBe(2800)
    expect(await stripe.statesOf(purchase)).toEqual(Array(3).fill('confirm started'))
    const { payBefore } = await stripe.findPurchase(purchase)
    expect(Date.parse(payBefore), 'the page extends it').toBeGreaterThan(
      Date.parse(first.payBefore),
    )

    expect(await stripe.send(stripe.fake.pay(session))).toBe(200)

    expect(await stripe.statesOf(purchase)).toEqual(Array(3).fill('complete captured'))
    expect(await stripe.findPurchase(purchase)).toMatchObject({
      delivery: 3,
      due: { discount: 0, delivery: 0, total: 0 },
      payBefore: null,
      paid: 28,
      refunded: 0,
    })
    expect((await stripe.payPurchase(purchase)).body).toEqual({ data: expect.any(Array) })
    expect(stripe.fake.sessionsOf(session.client_reference_id)).toHaveLength(1)
  })

  it('frees all orders when declined, and opens another page', async () => {
    const purchase = await stripe.purchase([1000, 2000])
    const first = await stripe.beginPurchase(purchase)

    await stripe.send(stripe.fake.expire(first))

    expect(await stripe.statesOf(purchase)).toEqual(['confirm failed', 'confirm failed'])
    const second = await stripe.beginPurchase(purchase)
    expect(second.id).not.toBe(first.id)
    await stripe.send(stripe.fake.pay(second))
    expect(await stripe.statesOf(purchase)).toEqual(Array(2).fill('complete failed captured'))
  })

  it('covers what is confirmed: the rest is paid later, without the fee again', async () => {
    const purchase = await stripe.purchase([1000, 2000, 4000], { fee: 300 })
    await cancel(purchase, 0)
    await shop.sql`
      update orders set state = 'pending', confirmed_at = null where id = ${orderAt(purchase, 2).id}`
    const session = await stripe.beginPurchase(purchase)
    expect(session.amount_total).toBe(2300)
    await stripe.send(stripe.fake.pay(session))
    await shop.sql`
      update orders set state = 'confirm', confirmed_at = now() where id = ${orderAt(purchase, 2).id}`

    const { due } = await stripe.findPurchase(purchase)
    expect(due).toEqual({ discount: 0, delivery: 0, total: 40 })
    const rest = await stripe.beginPurchase(purchase)
    expect(rest.amount_total).toBe(4000)
    await stripe.send(stripe.fake.pay(rest))

    const complete = 'complete captured'
    expect(await stripe.statesOf(purchase)).toEqual(['canceled', complete, complete])
  })

  it('is refused for a sum that was not shown, and for what is not there to pay', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })

    expect(await stripe.payPurchase(purchase, { total: 30 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has changed') },
    })
    expect((await stripe.payPurchase(purchase, { total: 33.001 })).status).toBe(422)
    const stranger = { ...purchase, buyer: await shop.customer() }
    expect((await stripe.payPurchase(stranger)).status).toBe(404)
    expect(
      (await stripe.call('GET', `/api/user/purchases/${purchase.id}`, stranger.buyer.token)).status,
    ).toBe(404)
    for (const index of [0, 1]) await cancel(purchase, index)
    expect((await stripe.payPurchase(purchase)).status).toBe(409)
    expect(await stripe.statesOf(purchase)).toEqual(['canceled', 'canceled'])
  })

  it('cancels what is overdue, and asks again before it takes the rest', async () => {
    const purchase = await stripe.purchase([1000, 2000])
    await stripe.ageOrder(orderAt(purchase, 0), 3 * 86_400)

    expect((await stripe.payPurchase(purchase)).status).toBe(409)
    expect(await stripe.statesOf(purchase)).toEqual(['canceled', 'confirm'])
    expect((await stripe.beginPurchase(purchase)).amount_total).toBe(2000)
    await cancel(purchase, 1)
  })

  it('goes on when one of its orders is paid alone', async () => {
    const purchase = await stripe.purchase([1000, 2000])
    const session = await stripe.beginPurchase(purchase)

    for (const order of purchase.orders) expect((await stripe.begin(order)).id).toBe(session.id)

    await stripe.send(stripe.fake.pay(session))
    expect((await stripe.pay(orderAt(purchase, 1))).body.data.state).toBe('complete')
  })

  it('closes the page of one order before it takes all', async () => {
    const purchase = await stripe.purchase([1000, 2000, 3000])
    const alone = await stripe.begin(orderAt(purchase, 0))
    const other = await stripe.begin(orderAt(purchase, 2))

    const session = await stripe.beginPurchase(purchase)

    expect([alone.status, other.status]).toEqual(['expired', 'expired'])
    expect(session.amount_total).toBe(6000)
    expect(await stripe.statesOf(purchase)).toEqual([
      'confirm failed started',
      'confirm started',
      'confirm failed started',
    ])
  })

  it('takes the rest when one order was paid a moment before', async () => {
    const purchase = await stripe.purchase([1000, 2000])
    stripe.fake.pay(await stripe.begin(orderAt(purchase, 0)))

    expect((await stripe.payPurchase(purchase, { total: 30 })).status).toBe(409)
    expect((await stripe.beginPurchase(purchase)).amount_total).toBe(2000)

    expect(await stripe.statesOf(purchase)).toEqual(['complete captured', 'confirm started'])
  })

  it('waits while the charge of one order is on its way to Stripe', async () => {
    const purchase = await stripe.purchase([1000, 2000])
    stripe.fake.fault = () => ({ when: 'before', does: 500 })
    expect((await stripe.pay(orderAt(purchase, 0))).status).toBe(503)
    stripe.fake.fault = () => null

    expect((await stripe.payPurchase(purchase)).status).toBe(409)

    expect(await stripe.statesOf(purchase)).toEqual(['confirm started', 'confirm'])
    await stripe.age(orderAt(purchase, 0), 120)
    await stripe.payments().sweep()
    expect((await stripe.beginPurchase(purchase)).amount_total).toBe(3000)
  })

  it('keeps its charge when the process dies before it knows the page', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 100 })
    const { fake } = stripe
    fake.fault = (call) => (call.endsWith('sessions') ? { when: 'after', does: 'reset' } : null)
    await stripe.payPurchase(purchase)
    fake.fault = () => null
    await stripe.replaceProcess()

    const session = await stripe.beginPurchase(purchase)
    expect(fake.sessionsOf(session.client_reference_id)).toHaveLength(1)
    fake.pay(session)
    for (const order of purchase.orders) await stripe.age(order, 120)
    await Promise.all([stripe.payments().sweep(), stripe.payments().sweep()])

    expect(await stripe.statesOf(purchase)).toEqual(Array(2).fill('complete captured'))
  })

  it('of a wrong amount is held in review whole', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 100 })
    const session = await stripe.beginPurchase(purchase)

    await stripe.send(stripe.fake.pay(session, { amount_total: 3099 }))

    expect(await stripe.statesOf(purchase)).toEqual(['confirm review', 'confirm review'])
    expect((await stripe.payPurchase(purchase)).status).toBe(409)
    expect((await cancel(purchase, 0)).status).toBe(409)
    await stripe.send(stripe.fake.refundByHand(session))
    expect(await stripe.statesOf(purchase)).toEqual(['confirm refunded', 'confirm refunded'])
    expect((await stripe.beginPurchase(purchase)).amount_total).toBe(3100)
  })

  it('canceling one of its orders closes the page for all', async () => {
    const purchase = await stripe.purchase([1000, 2000])
    const session = await stripe.beginPurchase(purchase)

    expect((await stripe.cancel(orderAt(purchase, 1))).status).toBe(200)

    expect(session.status).toBe('expired')
    expect(await stripe.statesOf(purchase)).toEqual(['confirm failed', 'canceled failed'])
  })

  /** Cancels the orders with these indexes, then pays the expired page anyway. */
  async function paidLate(canceled: readonly number[]) {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
    const session = await stripe.beginPurchase(purchase)
    await stripe.send(stripe.fake.expire(session))
    for (const index of canceled)
      expect((await stripe.cancel(orderAt(purchase, index))).status).toBe(200)
    await stripe.send(stripe.fake.pay(session))
    await stripe.deliverRefunds()
    return { purchase, session }
  }

  it('late pays for the delivery of the orders that are left, and the invoice says so', async () => {
    const { purchase, session } = await paidLate([0])

    expect(stripe.fake.refundedOf(session)).toBe(1000)
    const found = await stripe.findPurchase(purchase)
    expect(found).toMatchObject({ paid: 23, refunded: 0, due: { delivery: 0, total: 0 } })
    expect(found.invoices).toMatchObject([{ kind: 'invoice', total: 23 }])
    const first = `/api/user/order/${orderAt(purchase, 0).id}`
    const { body } = await stripe.call('GET', first, purchase.buyer.token)
    expect(body.data).toMatchObject({ paid: 10, paidDelivery: 0, refunded: 10 })

    await refund(purchase, 1)
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(3300)
    const rows = await shop.sql<{ cents: number }>`
      select sum(total_cents)::bigint as cents from invoice
      where purchase_id = ${purchase.id} and refund_id is not null`
    expect(rows).toEqual([{ cents: 2300 }])
  })

  it('late goes back with the fee when no order is left', async () => {
    const { purchase, session } = await paidLate([0, 1])

    expect(stripe.fake.refundedOf(session)).toBe(3300)
    expect((await stripe.findPurchase(purchase)).invoices).toEqual([])
  })

  it('is refunded order by order, and the fee with the last', async () => {
    const { purchase, session } = await paid([1000, 2000], 300)
    const after: number[] = []
    const announced: number[] = []

    for (const index of [0, 1]) {
      const { token } = await shop.admin()
      const { body } = await stripe.call(
        'GET',
        `/api/admin/orders/${orderAt(purchase, index).id}`,
        token,
      )
      announced.push(body.deliveryRefund)
      expect((await refund(purchase, index)).status).toBe(200)
      expect((await refund(purchase, index)).status).toBe(200)
      await stripe.deliverRefunds()
      expect(await stripe.send(stripe.fake.refundedEvent(session))).toBe(200)
      after.push(stripe.fake.refundedOf(session))
    }

    expect(after).toEqual([1000, 3300])
    expect(announced).toEqual([0, 3])
    expect(await stripe.statesOf(purchase)).toEqual(Array(2).fill('canceled refunded'))
    expect(await stripe.findPurchase(purchase)).toMatchObject({ paid: 33, refunded: 33 })
  })

  it('keeps the fee while an order of it waits, and gives it back when that one is canceled', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
    const session = await stripe.begin(orderAt(purchase, 1))
    expect(session.amount_total).toBe(2300)
    await stripe.send(stripe.fake.pay(session))

    await refund(purchase, 1)
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(2000)
    const { due } = await stripe.findPurchase(purchase)
    expect(due).toEqual({ discount: 0, delivery: 0, total: 10 })
    await cancel(purchase, 0)
    await stripe.deliverRefunds()

    expect(stripe.fake.refundedOf(session)).toBe(2300)
  })

  it('a customer cannot pay an order without the fee beside the one that would bring it', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
    const first = await stripe.begin(orderAt(purchase, 0))
    expect(first.amount_total).toBe(1300)

    const second = await stripe.begin(orderAt(purchase, 1))

    expect(first.status).toBe('expired')
    expect(second.amount_total).toBe(2300)
    await stripe.send(stripe.fake.pay(second))
    // The closed page was paid after all, so the delivery fee was paid twice.
    await stripe.send(stripe.fake.pay(first))
    await stripe.deliverRefunds()
    expect(await stripe.statesOf(purchase)).toEqual(['complete captured', 'complete captured'])
    const { fake } = stripe
    expect(fake.refundedOf(first) + fake.refundedOf(second)).toBe(300)
  })

  it('gives a share back once, even after Stripe has forgotten the key', async () => {
    const { purchase, session } = await paid([1000, 2000])
    await refund(purchase, 0)
    await stripe.deliverRefunds()
    await shop.sql`update outbox set done_at = null where topic = 'refund-share'`
    stripe.fake.forgetKeys()

    await stripe.deliverRefunds()

    expect(stripe.fake.refundedOf(session)).toBe(1000)
  })

  it("a full refund in Stripe's dashboard ends all its orders; one of a part changes nothing", async () => {
    const { purchase, session } = await paid([1000, 2000], 300)

    await stripe.send(stripe.fake.refundPartByHand(session, 1000))
    expect(await stripe.statesOf(purchase)).toEqual(Array(2).fill('complete captured'))
    const event = stripe.fake.refundByHand(session)
    const { payload, signature } = stripe.signed(event)
    await stripe.payments().receive(Buffer.from(payload), signature)
    await stripe.send({ ...event, id: `${event.id}_again` })

    expect(await stripe.statesOf(purchase)).toEqual(Array(2).fill('canceled refunded'))
    for (const order of purchase.orders) {
      expect(await stripe.refundsAsked(order)).toEqual([])
      expect(await shop.available(order.productId), 'the goods are written off').toBe(999)
    }
    const warning = expect.stringContaining('was refunded at the payment provider')
    expect(stripe.warnings).toEqual([warning, warning])
  })

  it('ends for all orders when the staff give up a charge that nobody can be asked about', async () => {
    const purchase = await stripe.purchase([1000, 2000])
    await stripe.beginPurchase(purchase)
    for (const order of purchase.orders) await stripe.age(order, 3600)
    const { token } = await shop.admin()
    const [first] = purchase.orders
    await stripe.payments({ provider: createSandbox() }).sweep()

    const answer = await shop.call('POST', `/api/admin/orders/${first?.id}/cancel`, { token })

    expect(answer.status).toBe(200)
    expect(await stripe.statesOf(purchase)).toEqual(['canceled voided', 'confirm voided'])
  })

  it('in the sandbox is one press, and a decline takes nothing', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
    const path = `/api/user/purchases/${purchase.id}/payment`
    const { token } = purchase.buyer

    const declined = await shop.call('POST', path, { token, body: { testCard: 'decline' } })
    expect(declined).toMatchObject({ status: 409, body: { error: 'payment_declined' } })
    expect(await stripe.statesOf(purchase)).toEqual(['confirm failed', 'confirm failed'])
    const timeout = await shop.call('POST', path, { token, body: { testCard: 'timeout' } })

    expect(timeout.status).toBe(200)
    expect(timeout.body.data).toMatchObject([{ state: 'complete' }, { state: 'complete' }])
    expect((await stripe.findPurchase(purchase)).paid).toBe(33)
  })

  it('becomes one line on the page of Stripe when it has more than a hundred', async () => {
    const lines = Array(100).fill({ name: 'Lamp', unitPriceCents: 100, quantity: 1 })
    await stripe.provider().charge({
      chargeId: crypto.randomUUID(),
      ref: null,
      startedAt: new Date(),
      orderId: 1,
      lines,
      deliveryCents: 300,
      amountCents: 10_300,
    })

    const asked = stripe.fake.asked.at(-1)
    expect(asked).toMatchObject({
      'line_items[0][price_data][unit_amount]': '10300',
      'line_items[0][price_data][product_data][name]': 'Lamp + 100',
    })
    expect(asked).not.toHaveProperty('line_items[1][quantity]')
  })
})
