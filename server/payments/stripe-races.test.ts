/** Races between the payment of an order, its cancellation by the customer, and the end of its time to pay. */
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { type PlacedOrder, withStripe } from '#tests/kit/stripe-shop.ts'
import { volume } from '#tests/kit/volume.ts'

describeShop('at once, through Stripe', (shop) => {
  const stripe = withStripe(shop)
  const rounds = volume(10, 120)

  shop.keepInvariants()

  /** Runs the round on many orders of one customer, one order at a time. */
  async function race(round: (order: PlacedOrder) => Promise<void>): Promise<void> {
    const buyer = await shop.customer()
    for (const order of await stripe.placed(rounds, { buyer })) await round(order)
  }

  async function expire(order: PlacedOrder): Promise<void> {
    await stripe.ageOrder(order, 2 * 3600)
    await stripe.orders().cancelUnpaid(3600)
  }

  it('in the sandbox the order is paid once or canceled', async () => {
    await race(async (order) => {
      const { id, buyer } = order
      const call = (move: string) =>
        shop.call('POST', `/api/user/order/${id}/${move}`, { token: buyer.token })

      const presses = Array.from({ length: 8 }, () => call('payment'))
      const answers = await Promise.all([...presses, call('cancel'), call('cancel')])

      for (const { status } of answers) expect([200, 409]).toContain(status)
      const [state, ...payments] = (await stripe.stateOf(order)).split(' ')
      const captured = payments.filter((one) => one === 'captured')
      expect(captured).toHaveLength(state === 'complete' ? 1 : 0)
    })
  })

  it('the order is either paid or canceled', async () => {
    await race(async (order) => {
      const [pay, cancel] = await Promise.all([
        stripe.pay(order),
        stripe.cancel(order),
        stripe.pay(order),
      ])

      // Canceling closes the open page. If pay is pressed after that and before the order is
      // canceled, it opens another page, which keeps the order.
      const state = await stripe.stateOf(order)
      if (cancel.status === 409) {
        expect(pay.status).toBe(200)
        expect(['confirm started', 'confirm failed started']).toContain(state)
      } else expect(['canceled', 'canceled failed', 'canceled failed failed']).toContain(state)
      const open = [...stripe.fake.sessions.values()].filter(
        ({ status, order_id }) => status === 'open' && order_id === String(order.id),
      )
      expect(open).toHaveLength(cancel.status === 409 ? 1 : 0)
    })
  })

  it('no order expires while its page is open', async () => {
    await race(async (order) => {
      const [pay] = await Promise.all([stripe.pay(order), expire(order)])

      const state = await stripe.stateOf(order)
      expect(state).toBe(pay.status === 200 ? 'confirm started' : 'canceled')
      if (pay.status === 200) await stripe.send(stripe.fake.pay(await stripe.begin(order)))
    })
  })

  it('a page that expires while it is being paid ends in one way', async () => {
    await race(async (order) => {
      const session = await stripe.begin(order)
      const expired = stripe.fake.expire({ ...session })
      const paid = stripe.fake.pay(session)

      await Promise.all([stripe.send(expired), stripe.send(paid), stripe.cancel(order)])

      const state = await stripe.stateOf(order)
      expect(['complete captured', 'canceled refunded']).toContain(state)
    })
  })
})
