/** Partial refunds of an order through Stripe: each amount is refunded once. */
import { afterEach, expect, it } from 'vitest'
import { setCurrency, USD } from '#contract/shop-currency.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type PlacedOrder, withStripe } from '#tests/kit/stripe-shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createReconciliation } from './reconciliation.ts'

describeShop('a refund of a part through Stripe', (shop) => {
  const stripe = withStripe(shop)
  const rounds = volume(2, 40)

  afterEach(async () => {
    stripe.fake.fault = () => null
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const refund = async ({ id }: Pick<PlacedOrder, 'id'>, body: object) => {
    const { token } = await shop.admin()
    const url = `/api/admin/orders/${id}/refund`
    return stripe.call('POST', url, token, { goodsBack: true, ...body })
  }

  async function paid() {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.send(stripe.fake.pay(session))
    return { order, session }
  }

  it('gives back its amount, and the full refund after it what is left', async () => {
    const { order, session } = await paid()

    await refund(order, { units: 1 })
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(1999)

    await stripe.send(stripe.fake.refundedEvent(session))
    expect(await stripe.stateOf(order)).toBe('complete captured')
    await refund(order, {})
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(3998)
    await stripe.send(stripe.fake.refundedEvent(session))
    expect(await stripe.stateOf(order)).toBe('canceled refunded')
  })

  it('of all the money as an amount leaves the order with its customer', async () => {
    const { order, session } = await paid()

    await refund(order, { amount: 39.98 })
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(3998)
    await stripe.send(stripe.fake.refundedEvent(session))
    expect(await stripe.stateOf(order)).toBe('complete captured')

    const calls: string[] = []
    stripe.fake.fault = (call) => {
      calls.push(call)
      return null
    }
    expect((await refund(order, { units: 1 })).status).toBe(200)
    expect((await refund(order, {})).status).toBe(200)
    await stripe.deliverRefunds()
    expect(calls).toEqual([])
    await stripe.send(stripe.fake.refundedEvent(session))
    expect(await stripe.stateOf(order)).toBe('canceled refunded')
    expect(stripe.fake.refundedOf(session)).toBe(3998)
  })

  it('and the rest by hand in the dashboard end the order', async () => {
    const { order, session } = await paid()
    await refund(order, { amount: 30 })
    await stripe.deliverRefunds()

    await stripe.send(stripe.fake.refundByHand(session))

    expect(await stripe.stateOf(order)).toBe('canceled refunded')
  })

  it('leaves the other orders of its charge their money', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
    const session = await stripe.beginPurchase(purchase)
    await stripe.send(stripe.fake.pay(session))
    const [first, second] = purchase.orders
    if (!first || !second) throw new Error('two orders were not placed')

    await refund(first, { amount: 4 })
    await refund(first, {})
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(1000)
    expect(await stripe.findPurchase(purchase)).toMatchObject({ paid: 33, refunded: 10 })

    await refund(second, {})
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(3300)
    expect(await stripe.findPurchase(purchase)).toMatchObject({ paid: 33, refunded: 33 })
    const { body } = await stripe.call('GET', `/api/user/order/${first.id}`, purchase.buyer.token)
    expect(body.data).toMatchObject({ paid: 13, paidDelivery: 3, refunded: 13, owed: 0 })
  })

  it('happens once when the process dies after the commit, or after Stripe did it', async () => {
    const { order, session } = await paid()
    await refund(order, { units: 1 })
    await stripe.replaceProcess()

    await stripe.deliverRefunds()
    await shop.sql`update outbox set done_at = null where topic = 'refund-part'`
    stripe.fake.forgetKeys()
    await stripe.deliverRefunds()

    expect(stripe.fake.refundedOf(session)).toBe(1999)
  })

  it('and a refund in the dashboard at once give back all of it, once', async () => {
    for (const [round, order] of (await stripe.placed(rounds)).entries()) {
      const session = await stripe.begin(order)
      await stripe.send(stripe.fake.pay(session))
      const event = stripe.fake.refundByHand(session)
      const body = round % 2 ? {} : { units: 1 }

      const [part] = await Promise.all([refund(order, body), stripe.send(event)])
      await stripe.deliverRefunds()

      expect([200, 409]).toContain(part.status)
      expect(await stripe.stateOf(order)).toBe('canceled refunded')
      const rows = await shop.sql<{ cents: number }>`
        select sum(amount_cents)::bigint as cents from refund where order_id = ${order.id}`
      expect(rows).toEqual([{ cents: 3998 }])
      expect(stripe.fake.refundedOf(session)).toBe(3998)
    }
  })

  it('is no difference between the ledgers; one that the dashboard made is', async () => {
    const [ours, theirs] = [await paid(), await paid()]
    await refund(ours.order, { amount: 5 })
    await stripe.deliverRefunds()
    await stripe.send(stripe.fake.refundPartByHand(theirs.session, 500))

    const of = await differencesLater()
    expect(of(ours.order)).toEqual([])
    expect(of(theirs.order)).toMatchObject([{ kind: 'refunded' }])
  })

  it('of three decimals is no difference, though each is sent without the last one', async () => {
    setCurrency({ code: 'KWD', digits: 3 })
    try {
      const [sent, lost] = [await paid(), await paid()]
      for (let part = 0; part < 12; part += 1) await refund(sent.order, { amount: 0.019 })
      await stripe.deliverRefunds()
      expect(stripe.fake.refundedOf(sent.session)).toBe(120)
      await refund(lost.order, { amount: 0.09 })

      const of = await differencesLater()
      expect(of(sent.order)).toEqual([])
      expect(of(lost.order)).toMatchObject([{ kind: 'not_refunded' }])
    } finally {
      await stripe.deliverRefunds()
      setCurrency(USD)
    }
  })

  /** Compares the ledgers three days later. @returns a function that finds an order's differences. */
  async function differencesLater() {
    await shop.sql`
      update payment set created_at = now() - interval '3 days', updated_at = now() - interval '3 days'`
    for (const session of stripe.fake.sessions.values()) session.created -= 3 * 86_400
    await shop.sql`delete from payment_comparison`
    const reconciliation = createReconciliation({
      db: shop.db,
      provider: stripe.provider(),
      warn() {},
    })
    await reconciliation.runIfDue()
    const { differences } = (await reconciliation.read()) ?? { differences: [] }
    return ({ id }: PlacedOrder) => differences.filter(({ order }) => order === id)
  }
})
