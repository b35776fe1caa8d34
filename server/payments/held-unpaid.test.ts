/** H-3: however often the customer presses pay, an unpaid order eventually releases its stock. */
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { type PlacedOrder, withStripe } from '#tests/kit/stripe-shop.ts'

const DAY = 86_400

describeShop('an order that is never paid', (shop) => {
  const stripe = withStripe(shop)

  shop.keepInvariants()

  /** Expires the payment page, without an event from Stripe. */
  const endPage = ({ id }: PlacedOrder) => {
    for (const session of stripe.fake.sessions.values()) {
      if (session.order_id === String(id)) stripe.fake.expire(session)
    }
  }

  it('is canceled when the customer presses pay days after the page expired', async () => {
    const order = await stripe.order()
    const presses: number[] = []

    for (let press = 0; press < 6; press++) {
      presses.push((await stripe.pay(order)).status)
      endPage(order)
      await stripe.ageOrder(order, 2 * DAY)
      await stripe.orders().cancelUnpaid(DAY)
    }

    expect(presses).toEqual([200, 409, 409, 409, 409, 409])
    expect(await stripe.stateOf(order)).toBe('canceled failed')
    expect(await shop.available(order.productId)).toBe(1000)
  })

  it('is extended twice by a new payment, and no more', async () => {
    const order = await stripe.order()
    const minutes: number[] = []
    let age = 0
    // Each press comes at the latest time that the order allows.
    for (const later of [29, 49, 49, 1]) {
      await stripe.ageOrder(order, later * 60)
      age += later
      const { status } = await stripe.pay(order)
      if (status === 200) minutes.push(age)
      endPage(order)
      await stripe.payments().sweep()
      await stripe.age(order, 120)
      await stripe.payments().sweep()
      await stripe.orders().cancelUnpaid(30 * 60)
    }

    expect(minutes).toEqual([29, 78])
    expect(await stripe.stateOf(order)).toBe('canceled failed failed')
    expect(await shop.available(order.productId)).toBe(1000)
  })

  it('is not extended by payments that fail in time, however many', async () => {
    const order = await stripe.order()
    for (let press = 0; press < 4; press++) {
      expect((await stripe.pay(order)).status).toBe(200)
      endPage(order)
      await stripe.age(order, 120)
      await stripe.payments().sweep()
      await stripe.ageOrder(order, 5 * 60)
    }
    expect(await stripe.stateOf(order)).toBe('confirm failed failed failed failed')
    const rows = await shop.sql<{ prolonged: number }>`
      select prolonged from orders where id = ${order.id}`
    expect(rows).toEqual([{ prolonged: 1 }])
  })

  it('is paid through a page that was opened in time, even after its time is over', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.ageOrder(order, 40 * 60)
    await stripe.orders().cancelUnpaid(30 * 60)

    expect(await stripe.begin(order)).toBe(session)
    await stripe.send(stripe.fake.pay(session))

    expect(await stripe.stateOf(order)).toBe('complete captured')
  })

  it('can be paid at any age when it came with the demo', async () => {
    const order = await stripe.order()
    await stripe.ageOrder(order, 30 * DAY)
    await shop.sql`update orders set demo = true where id = ${order.id}`

    await stripe.send(stripe.fake.pay(await stripe.begin(order)))

    expect(await stripe.stateOf(order)).toBe('complete captured')
  })

  it('causes at most ten Stripe requests in ten minutes, however often the customer presses pay', async () => {
    const order = await stripe.order()
    let asked = 0
    stripe.fake.fault = () => {
      asked += 1
      return null
    }

    const answers = []
    for (let press = 0; press < 30; press++) answers.push(await stripe.pay(order))
    const askedByPresses = asked
    stripe.fake.fault = () => null

    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 20 }, () => 429),
    ])
    expect(askedByPresses).toBe(10)
    expect(answers.at(-1)?.body).toMatchObject({ error: 'too_many' })
    expect(await stripe.stateOf(order)).toBe('confirm started')
  })
})
