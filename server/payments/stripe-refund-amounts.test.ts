/** Amounts that add up to the whole charge: Stripe's event about it changes nothing. */
import { afterEach, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type PlacedOrder, withStripe } from '#tests/kit/stripe-shop.ts'

describeShop('all of the money of an order, through Stripe', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    stripe.fake.fault = () => null
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const refund = async ({ id }: PlacedOrder, body: object) => {
    const { token } = await shop.admin()
    const url = `/api/admin/orders/${id}/refund`
    return stripe.call('POST', url, token, { goodsBack: true, ...body })
  }

  it('goes back as an amount, and the order stays with its customer', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.send(stripe.fake.pay(session))

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

  it('and the rest by hand in the dashboard ends the order', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.send(stripe.fake.pay(session))
    await refund(order, { amount: 30 })
    await stripe.deliverRefunds()

    await stripe.send(stripe.fake.refundByHand(session))

    expect(await stripe.stateOf(order)).toBe('canceled refunded')
  })
})
