/** What several people, Stripe and the clock do to one purchase or order at the same time. */
import { expect, it } from 'vitest'
import { failingDatabase } from '#tests/crash/failing-database.ts'
import { countDeadlocks } from '#tests/kit/deadlocks.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import type { FakeSession } from '#tests/kit/stripe-fake.ts'
import { type PlacedOrder, type PlacedPurchase, withStripe } from '#tests/kit/stripe-shop.ts'
import { volume } from '#tests/kit/volume.ts'

const SUMS = [1000, 2000, 4000]
const FEE = 300
const ALL = 7300
/** A sample run tries every fourth of the statements that may fail. */
const STEP = volume(4, 1)

describeShop('a purchase, at once', (shop) => {
  const stripe = withStripe(shop)
  const rounds = volume(1, 40)

  shop.keepInvariants()

  async function race(round: (purchase: PlacedPurchase) => Promise<void>): Promise<void> {
    const buyer = await shop.customer()
    for (let done = 0; done < rounds; done++) {
      await round(await stripe.purchase(SUMS, { fee: FEE, buyer }))
    }
  }

  const orderAt = ({ orders }: PlacedPurchase, index: number) => {
    const order = orders[index]
    if (!order) throw new Error(`the purchase has no order at index ${index}`)
    return order
  }

  const shuffled = <T>(racers: Array<() => Promise<T>>) =>
    Promise.all(racers.sort(() => Math.random() - 0.5).map((start) => start()))

  /** The sessions of all charges of a purchase, in order of creation. */
  async function sessionsOf(purchase: PlacedPurchase): Promise<FakeSession[]> {
    const ids = purchase.orders.map(({ id }) => id)
    const rows = await shop.sql<{ charge_id: string }>`
      select distinct charge_id from payment where order_id = any(${ids}::bigint[])`
    const charges = new Set(rows.map(({ charge_id }) => charge_id))
    return [...stripe.fake.sessions.values()].filter(({ client_reference_id }) =>
      charges.has(client_reference_id),
    )
  }

  /** The amount, in cents, that Stripe took for the purchase and did not refund. */
  async function takenFor(purchase: PlacedPurchase): Promise<number> {
    await stripe.deliverRefunds()
    const paid = (await sessionsOf(purchase)).filter((one) => one.payment_status === 'paid')
    return paid.reduce((sum, one) => sum + one.amount_total - stripe.fake.refundedOf(one), 0)
  }

  /** The cost of the currently paid orders with their delivery, in cents. */
  async function owedBy(purchase: PlacedPurchase): Promise<number> {
    const { orders } = await stripe.findPurchase(purchase)
    const cents: number[] = orders.map(({ state, total }: { state: string; total: number }) =>
      state === 'complete' ? Math.round(total * 100) : 0,
    )
    const sum = cents.reduce((all, one) => all + one, 0)
    return sum > 0 ? sum + FEE : 0
  }

  it('twenty presses are one page and one charge', async () => {
    await race(async (purchase) => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          stripe.payPurchase(purchase, index % 2 ? { total: ALL / 100 } : {}),
        ),
      )

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ body }) => body.redirect)).size).toBe(1)
      expect(await sessionsOf(purchase)).toMatchObject([{ amount_total: ALL }])
    })
  })

  it('the purchase and one of its orders are never charged twice', async () => {
    await race(async (purchase) => {
      await shuffled([
        () => stripe.payPurchase(purchase),
        () => stripe.pay(orderAt(purchase, 1)),
        () => stripe.pay(orderAt(purchase, 2)),
      ])
      const open = (await sessionsOf(purchase)).filter(({ status }) => status === 'open')
      await Promise.all(open.map((session) => stripe.send(stripe.fake.pay(session))))
      const rest = await stripe.payPurchase(purchase)
      for (const session of await sessionsOf(purchase)) {
        if (session.status === 'open') await stripe.send(stripe.fake.pay(session))
      }

      expect(rest.status).toBe(200)
      expect(await owedBy(purchase)).toBe(ALL)
      expect(await takenFor(purchase)).toBe(ALL)
    })
  })

  it('a customer who cancels orders while paying gets either the goods or the money', async () => {
    await race(async (purchase) => {
      const session = await stripe.beginPurchase(purchase)
      const pay = async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 8))
        if (session.status === 'open') await stripe.send(stripe.fake.pay(session))
      }

      await shuffled<unknown>([pay, ...purchase.orders.map((order) => () => stripe.cancel(order))])

      expect(await takenFor(purchase)).toBe(await owedBy(purchase))
    })
  })

  it('payments, cancels and refunds at once are all answered, by 200 or 409', async () => {
    const { token } = await shop.admin()
    const statuses = new Map<number, number>()
    await race(async (purchase) => {
      const ofStaff = (id: number, move: string, body?: object) => () =>
        stripe.call('POST', `/api/admin/orders/${id}/${move}`, token, body)
      const calls = purchase.orders.flatMap((order) => [
        () => stripe.payPurchase(purchase),
        () => stripe.pay(order),
        () => stripe.pay(order),
        () => stripe.cancel(order),
        ofStaff(order.id, 'cancel'),
        ofStaff(order.id, 'refund', { goodsBack: true }),
      ])

      const answers = await shuffled(
        calls.map((call) => async () => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 15))
          return call()
        }),
      )

      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 409)).toEqual([])
  })

  it('late money goes to the orders that are left, and back for the others', async () => {
    await race(async (purchase) => {
      const event = stripe.fake.pay(await stripe.beginPurchase(purchase))
      for (const order of purchase.orders) {
        await stripe.lapseHold(order)
        await stripe.age(order, 120)
      }
      const caller = { id: purchase.buyer.id, sessionId: 0 }
      const cancel = (index: number) => () =>
        stripe
          .orders()
          .cancel(caller, orderAt(purchase, index).id)
          .catch(() => {})

      await shuffled<unknown>([
        () => stripe.send(event),
        () => stripe.send({ ...event, id: `${event.id}_again` }),
        cancel(0),
        cancel(2),
        () => stripe.payments().sweep(),
      ])

      expect(await stripe.statesOf(purchase)).toContain('complete captured')
      expect(await takenFor(purchase)).toBe(await owedBy(purchase))
    })
  })

  it('refunds of orders of one charge are each made once, and the fee with the last', async () => {
    const admin = await shop.admin()
    const refund = ({ id }: { id: number }, person: Person) =>
      stripe.call('POST', `/api/admin/orders/${id}/refund`, person.token, { goodsBack: true })
    await race(async (purchase) => {
      const session = await stripe.beginPurchase(purchase)
      const event = stripe.fake.pay(session)
      await stripe.send(event)

      await shuffled<unknown>([
        ...[...purchase.orders, ...purchase.orders].map((order) => () => refund(order, admin)),
        () => stripe.send({ ...event, id: `${event.id}_again` }),
      ])
      await Promise.all([stripe.deliverRefunds(), stripe.deliverRefunds()])

      expect(await stripe.statesOf(purchase)).toEqual(Array(3).fill('canceled refunded'))
      expect(stripe.fake.refundedOf(session)).toBe(ALL)
      await stripe.send(stripe.fake.refundedEvent(session))
    })
  })

  it('money and new orders of the same products never wait for each other in a ring', async () => {
    const before = await countDeadlocks(shop.db.run)
    await race(async (purchase) => {
      const session = await stripe.beginPurchase(purchase)
      const stranger = await shop.customer()
      const body = {
        orders: purchase.orders.toReversed().map(({ productId: Product }) => ({ Product })),
      }

      const [paid, ...placed] = await Promise.all([
        stripe.send(stripe.fake.pay(session)),
        ...Array.from({ length: 6 }, async () => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 15))
          return stripe.call('POST', '/api/user/order', stranger.token, body)
        }),
      ])

      expect(paid).toBe(200)
      expect(placed.map(({ status }) => status)).toEqual(Array(6).fill(201))
      expect(await stripe.statesOf(purchase)).toEqual(Array(3).fill('complete captured'))
    })
    expect(await countDeadlocks(shop.db.run)).toBe(before)
  })

  it.for([
    ['fails once', 1],
    ['fails for good', Number.POSITIVE_INFINITY],
  ] as const)(
    'its money comes in whole or not at all when a statement %s',
    async ([, failures]) => {
      const buyer = await shop.customer()
      const failing = failingDatabase(shop.db)
      let statements = 0
      for (let fails = 1; statements >= fails - STEP; fails += STEP) {
        const purchase = await stripe.purchase(SUMS, { fee: FEE, buyer })
        const event = stripe.fake.pay(await stripe.beginPurchase(purchase))

        statements = await stripe.receiveFailing(event, failing, { nth: fails, failures })
        expect(new Set(await stripe.statesOf(purchase)).size).toBe(1)
        expect(await checkInvariants(shop.db.run)).toEqual([])
        await stripe.payments().sweep()
        expect(await stripe.send(event)).toBe(200)
        expect(await stripe.statesOf(purchase)).toEqual(Array(3).fill('complete captured'))
        if (statements < fails) break
      }
      expect(statements).toBeGreaterThan(10)
    },
  )

  /** Runs the round on many orders of one customer, one order at a time. */
  async function raceOrder(round: (order: PlacedOrder) => Promise<void>): Promise<void> {
    const buyer = await shop.customer()
    for (const order of await stripe.placed(volume(4, 120), { buyer })) await round(order)
  }

  async function expire(order: PlacedOrder): Promise<void> {
    await stripe.ageOrder(order, 2 * 3600)
    await stripe.orders().cancelUnpaid(3600)
  }

  it('an order in the sandbox is paid once or canceled', async () => {
    await raceOrder(async (order) => {
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

  it('an order is either paid or canceled', async () => {
    await raceOrder(async (order) => {
      const [pay, cancel] = await Promise.all([
        stripe.pay(order),
        stripe.cancel(order),
        stripe.pay(order),
      ])

      // Canceling closes the open page. If pay is pressed after that and before the order is
      // canceled, another page opens and holds the order.
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

  it('an order does not expire while its page is open', async () => {
    await raceOrder(async (order) => {
      const [pay] = await Promise.all([stripe.pay(order), expire(order)])

      const state = await stripe.stateOf(order)
      expect(state).toBe(pay.status === 200 ? 'confirm started' : 'canceled')
      if (pay.status === 200) await stripe.send(stripe.fake.pay(await stripe.begin(order)))
    })
  })

  it('a page that expires while it is being paid ends in one way', async () => {
    await raceOrder(async (order) => {
      const session = await stripe.begin(order)
      const expired = stripe.fake.expire({ ...session })
      const paid = stripe.fake.pay(session)

      await Promise.all([stripe.send(expired), stripe.send(paid), stripe.cancel(order)])

      const state = await stripe.stateOf(order)
      expect(['complete captured', 'canceled refunded']).toContain(state)
    })
  })
})
