/** What customers and the owner do besides paying: canceling, changing the provider, comparing the ledgers. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, PASSWORD } from '#tests/kit/shop.ts'
import { type PlacedOrder, withStripe } from '#tests/kit/stripe-shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createManageOrders } from '../orders/manage-orders.ts'
import { DUE_AT_ONCE } from '../orders/orders.store.ts'
import { createReconciliation } from './reconciliation.ts'
import { createSandbox } from './sandbox.ts'

describeShop('around Stripe', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    stripe.warnings.length = 0
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('canceling ends the open page, by its customer or the staff, and by no stranger', async () => {
    const [own, other] = await stripe.placed(2)
    if (!own || !other) throw new Error('two orders were not placed')
    const sessions = [await stripe.begin(own), await stripe.begin(other)]
    expect((await stripe.cancel({ ...own, buyer: await shop.customer() })).status).toBe(404)
    expect(sessions[0]?.status).toBe('open')

    const { token } = await shop.admin()
    const answers = [
      await stripe.cancel(own),
      await stripe.call('POST', `/api/admin/orders/${other.id}/cancel`, token),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { data: { state: 'canceled' } } })
    }
    expect(sessions.map(({ status }) => status)).toEqual(['expired', 'expired'])
    expect(await stripe.stateOf(own)).toBe('canceled failed')
    expect(await shop.available(own.productId)).toBe(1000)
  })

  it('canceling after paying is refused, and the order is paid', async () => {
    const order = await stripe.order()
    stripe.fake.pay(await stripe.begin(order))

    expect((await stripe.cancel(order)).status).toBe(409)

    expect(await stripe.stateOf(order)).toBe('complete captured')
  })

  it('a payment that the sandbox began ends by itself, and its order with it', async () => {
    const order = await stripe.order()
    await shop.sql`
      with held as (
        update orders set hold_expires_at = now() + interval '10 minutes' where id = ${order.id}
      )
      insert into payment (id, order_id, provider, amount_cents, state, created_at)
      select gen_random_uuid(), id, 'sandbox', total_cents, 'started', now() - interval '5 minutes'
      from orders where id = ${order.id}`
    await stripe.orders().cancelUnpaid(0)
    expect(await stripe.stateOf(order)).toBe('confirm started')

    await stripe.payments().sweep()
    expect(await stripe.stateOf(order)).toBe('confirm failed')
    await stripe.orders().cancelUnpaid(0)

    expect(await stripe.stateOf(order)).toBe('canceled failed')
  })

  it('orders in review of a closed account wait for their money to go back, and keep no other order from being canceled', async () => {
    const held = await stripe.purchase(Array.from({ length: DUE_AT_ONCE }, () => 1000))
    const session = await stripe.beginPurchase(held)
    expect(await stripe.send(stripe.fake.pay(session, { amount_total: 1 }))).toBe(200)
    const other = await stripe.order()
    const body = { password: PASSWORD }
    const closed = await stripe.call('POST', '/api/auth/user/delete', held.buyer.token, body)
    expect(closed.status).toBe(200)

    await stripe.orders().cancelUnpaid(0)

    expect(await stripe.stateOf(other)).toBe('canceled')
    expect(new Set(await stripe.statesOf(held))).toEqual(new Set(['confirm review']))

    expect(await stripe.send(stripe.fake.refundByHand(session))).toBe(200)
    await stripe.orders().cancelUnpaid(3600)

    expect(new Set(await stripe.statesOf(held))).toEqual(new Set(['canceled refunded']))
  })

  const cancelAsOwner = async ({ id }: PlacedOrder, call: 'sandbox' | 'stripe') => {
    const admin = await shop.admin()
    const path = `/api/admin/orders/${id}/cancel`
    return call === 'stripe' ? stripe.call('POST', path, admin.token) : shop.as(admin, 'POST', path)
  }

  const holdOf = ({ id }: PlacedOrder) =>
    shop.sql`select hold_expires_at from orders where id = ${id}`

  it('a payment that only Stripe knows is reported at the start, and waits for the owner when the sandbox took over', async () => {
    await stripe.payments().warnOfStranded()
    expect(stripe.warnings).toEqual([])
    const order = await stripe.order()
    const session = await stripe.begin(order)
    const sandbox = stripe.payments({ provider: createSandbox() })
    await stripe.age(order, 600)
    expect(await cancelAsOwner(order, 'sandbox')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('may still be open'), state: 'confirm' },
    })
    await stripe.age(order, 3 * 3_600)

    await sandbox.warnOfStranded()
    await sandbox.sweep()

    expect(stripe.warnings).toEqual([
      expect.stringMatching(
        /^1 payments and 0 refunds are waiting for a provider that is not configured/,
      ),
    ])
    const { payload } = await stripe.app.inject({ method: 'GET', url: '/metrics' })
    expect(payload).toContain('barq_payments_unsettled 1')
    await stripe.lapseHold(order)
    await stripe.orders().cancelUnpaid(0)
    expect(await stripe.stateOf(order)).toBe('confirm started')

    expect((await cancelAsOwner(order, 'sandbox')).status).toBe(200)

    expect(await stripe.stateOf(order)).toBe('canceled voided')
    expect(await sandbox.countUnsettled()).toBe(0)
    // Stripe is back, and the customer had paid: the money is refunded.
    expect(await stripe.send(stripe.fake.pay(session))).toBe(200)
    expect(await stripe.stateOf(order)).toBe('canceled refunded')
    expect(await stripe.refundsAsked(order)).toHaveLength(1)
  })

  it('a payment is not declined because another account of Stripe does not have it', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    stripe.fake.sessions.delete(session.id)
    stripe.fake.sessions.set('of another account', session)
    await stripe.age(order, 120)

    await stripe.payments().sweep()

    expect(stripe.warnings).toEqual([
      expect.stringContaining('does not belong to this stripe account'),
    ])
    const held = await holdOf(order)
    expect((await stripe.pay(order)).status).toBe(409)
    expect(await holdOf(order), 'paying again does not extend the hold').toEqual(held)
    expect(await stripe.stateOf(order)).toBe('confirm started')
    expect((await cancelAsOwner(order, 'stripe')).body.message).toContain('may still be open')
    // The order's hold is ignored, since a clock jump or an older version may have extended it.
    await stripe.age(order, 50 * 60)
    expect((await cancelAsOwner(order, 'stripe')).status).toBe(200)
    expect(await stripe.stateOf(order)).toBe('canceled voided')
    const givenUp = { paymentGivenUp: session.client_reference_id, provider: 'stripe' }
    const rows = await shop.sql`
      select action, before, after from audit_entry
      where entity = 'order' and entity_id = ${order.id} and action <> 'confirm'`
    expect(rows).toEqual([
      {
        action: 'cancel',
        before: { state: 'confirm' },
        after: { state: 'canceled', ...givenUp },
      },
    ])
    expect(stripe.warnings).toHaveLength(1)
  })

  it('a payment is not given up when the order is not canceled', async () => {
    const order = await stripe.order()
    await stripe.begin(order)
    await stripe.age(order, 3_600)
    const sandbox = stripe.payments({ provider: createSandbox() })
    const manageOrders = createManageOrders(shop.db, createCatalogChanges(), () => {})
    const unknown = await sandbox.endAttempt(order.id, null)
    if (!unknown) throw new Error('the provider knows the charge')
    // There is no such account, so the last step of the transaction fails.
    const nobody = { id: 0, sessionId: 0 }

    await expect(
      manageOrders.move(nobody, order.id, 'cancel', (tx) => sandbox.giveUp(tx, unknown)),
    ).rejects.toThrow()

    expect(await stripe.stateOf(order)).toBe('confirm started')
    expect(stripe.warnings).toEqual([])
  })

  it('a payment is not given up beside money in review', async () => {
    const order = await stripe.order()
    await stripe.begin(order)
    await stripe.age(order, 3_600)
    await shop.sql`
      with held as (update orders set hold_expires_at = 'infinity' where id = ${order.id})
      insert into payment (id, order_id, provider, amount_cents, state)
      select gen_random_uuid(), id, 'stripe', 1, 'review' from orders where id = ${order.id}`

    expect(await cancelAsOwner(order, 'sandbox')).toMatchObject({
      status: 409,
      body: { message: 'The shop is reviewing the payment for this order.' },
    })

    expect(await stripe.stateOf(order)).toBe('confirm started review')
  })
})

describeShop('the ledgers of Stripe and the shop', (shop) => {
  const stripe = withStripe(shop)
  const warnings: string[] = []
  const reconciliation = () =>
    createReconciliation({
      db: shop.db,
      provider: stripe.provider(),
      warn: (_error, what) => void warnings.push(what),
    })

  // Each test compares its own ledgers: earlier payments get a different provider and are never compared.
  beforeEach(async () => {
    await shop.sql`update payment set provider = 'cheques'`
    await shop.sql`delete from payment_difference`
    await shop.sql`delete from payment_comparison`
    stripe.fake.sessions.clear()
    warnings.length = 0
  })

  async function passDays(): Promise<void> {
    await shop.sql`update payment_comparison set began_at = began_at - interval '3 days'`
    await shop.sql`
      update payment set created_at = now() - interval '3 days', updated_at = now() - interval '3 days'`
    for (const session of stripe.fake.sessions.values()) session.created -= 3 * 86_400
  }

  async function paid() {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    await stripe.send(stripe.fake.pay(session))
    return { order, session, payment: session.client_reference_id }
  }

  it('equal each other in a shop that receives every event', async () => {
    await Promise.all([paid(), paid(), paid()])
    const refunded = await paid()
    await stripe.send(stripe.fake.refundByHand(refunded.session))
    await passDays()

    await reconciliation().runIfDue()

    expect(await reconciliation().read()).toMatchObject({ count: 0, differences: [] })
    expect((await reconciliation().read())?.compared_at).not.toBeNull()
    expect(warnings).toEqual([])
    const rows = await shop.sql`select payments from payment_comparison`
    expect(rows).toEqual([{ payments: 4 }])
  })

  it('equal each other where Stripe began a payment more than once, unless it was paid twice', async () => {
    const again = (session: { id: string; created: number }, change: object) => {
      const id = `cs_test_${stripe.fake.sessions.size}_again`
      const copy = structuredClone(stripe.fake.sessions.get(session.id))
      if (!copy) throw new Error('the fake does not have the session')
      stripe.fake.sessions.set(id, Object.assign(copy, { id }, change))
      return copy
    }
    const once = await paid()
    again(once.session, { status: 'expired', payment_status: 'unpaid' })
    const twice = await paid()
    const surplus = [again(twice.session, {}), again(twice.session, {})]
    await passDays()

    await reconciliation().runIfDue()

    expect((await reconciliation().read())?.differences).toMatchObject([
      { payment: twice.payment, kind: 'amount', ours: 39.98, theirs: 119.94 },
    ])
    for (const { id } of surplus) stripe.fake.sessions.delete(id)
    await passDays()
    await reconciliation().runIfDue()
    expect((await reconciliation().read())?.count).toBe(0)
  })

  it('equal each other for a charge of several orders, one of which was refunded', async () => {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
    const session = await stripe.beginPurchase(purchase)
    await stripe.send(stripe.fake.pay(session))
    const { token } = await shop.admin()
    const [first] = purchase.orders
    await stripe.call('POST', `/api/admin/orders/${first?.id}/refund`, token, { goodsBack: true })
    const found = async () => {
      await passDays()
      await reconciliation().runIfDue()
      const { differences } = (await reconciliation().read()) ?? { differences: [] }
      return differences.filter(({ payment }) => payment === session.client_reference_id)
    }

    expect(await found()).toMatchObject([{ kind: 'not_refunded', ours: 23, theirs: 33 }])
    await stripe.deliverRefunds()
    expect(await found()).toEqual([])
    stripe.fake.refundPartByHand(session, 700)
    expect(await found()).toMatchObject([
      { kind: 'refunded', order: first?.id, ours: 23, theirs: 16 },
    ])
    session.amount_total = 3200
    expect(await found()).toMatchObject([{ kind: 'amount', ours: 23, theirs: 15 }])
    stripe.fake.sessions.delete(session.id)
    expect(await found()).toMatchObject([{ kind: 'not_taken', ours: 23, theirs: null }])
  })

  it('are found to differ in every possible way', async () => {
    const refundedThere = await paid()
    stripe.fake.refundByHand(refundedThere.session)
    const otherAmount = await paid()
    otherAmount.session.amount_total = 1
    const notTaken = await paid()
    const owed = await paid()
    const admin = await shop.admin()
    await stripe.call('POST', `/api/admin/orders/${owed.order.id}/refund`, admin.token, {
      goodsBack: true,
    })
    const lost = await stripe.order()
    const lostSession = await stripe.begin(lost)
    await stripe.send(stripe.fake.expire(lostSession))
    stripe.fake.pay(lostSession)
    const stranger = await paid()
    stranger.session.client_reference_id = crypto.randomUUID()
    await passDays()
    stripe.fake.sessions.delete(notTaken.session.id)

    await Promise.all([reconciliation().runIfDue(), reconciliation().runIfDue()])

    const found = await reconciliation().read()
    const kinds = Object.fromEntries(
      (found?.differences ?? []).map(({ payment, kind }) => [payment, kind]),
    )
    expect(kinds).toEqual({
      [refundedThere.payment]: 'refunded',
      [otherAmount.payment]: 'amount',
      [notTaken.payment]: 'not_taken',
      [owed.payment]: 'not_refunded',
      [lostSession.client_reference_id]: 'not_captured',
      [stranger.session.client_reference_id]: 'unknown',
      [stranger.payment]: 'not_taken',
    })
    expect(found?.count).toBe(7)
    // The owner is warned once per difference, although two processes tried to compare.
    expect(warnings).toHaveLength(7)
    expect(found?.differences.find(({ kind }) => kind === 'amount')).toMatchObject({
      order: otherAmount.order.id,
      ours: 39.98,
      theirs: 0.01,
    })
    const dashboard = await stripe.call('GET', '/api/admin/dashboard', admin.token)
    expect(dashboard.body.paymentReconciliation).toEqual(found)
    // The sandbox keeps no ledger to compare with.
    const { body } = await shop.as(admin, 'GET', '/api/admin/dashboard')
    expect(body.paymentReconciliation).toBeNull()
    const { payload } = await stripe.app.inject({ method: 'GET', url: '/metrics' })
    expect(payload).toContain('barq_payment_differences 7')
  })

  it('are not compared again within the hour, and resolved differences are deleted', async () => {
    const [resolved, kept] = [await paid(), await paid()]
    for (const { session } of [resolved, kept]) session.amount_total = 1
    await passDays()
    await reconciliation().runIfDue()
    expect((await reconciliation().read())?.count).toBe(2)
    resolved.session.amount_total = 3998

    await reconciliation().runIfDue()
    expect((await reconciliation().read())?.count).toBe(2)

    await shop.sql`update payment_comparison set began_at = began_at - interval '61 minutes'`
    await reconciliation().runIfDue()
    expect((await reconciliation().read())?.differences).toMatchObject([{ payment: kept.payment }])
  })
})
