/** Events of Stripe that a crash interrupts, between any two statements. */
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { failingDatabase } from '#tests/crash/failing-database.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { withStripe } from '#tests/kit/stripe-shop.ts'

describeShop('events of Stripe and a crash', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('that were stored and not applied are applied by the sweeper, once', async () => {
    const order = await stripe.order()
    const event = stripe.fake.pay(await stripe.begin(order))
    await sql`
      insert into provider_event (id, type, body)
      values (${event.id}, ${event.type}, ${JSON.stringify(event)})`.execute(shop.db.run)
    expect(await stripe.send(event)).toBe(200)
    expect(await stripe.stateOf(order)).toBe('confirm started')

    await Promise.all([stripe.payments().sweep(), stripe.payments().sweep()])
    await stripe.payments().sweep()

    expect(await stripe.stateOf(order)).toBe('complete captured')
    expect(await stripe.eventsOf(event.id)).toEqual([{ type: event.type, applied: true }])
  })

  it.for([
    ['fails once', 1],
    ['fails for good', Number.POSITIVE_INFINITY],
  ] as const)('are whole or absent when any statement %s', async ([, failures]) => {
    const buyer = await shop.customer()
    const failing = failingDatabase(shop.db)
    let statements = 0
    for (let fails = 1; statements >= fails - 1; fails++) {
      const order = await stripe.order({ buyer })
      const event = stripe.fake.pay(await stripe.begin(order))

      statements = await stripe.receiveFailing(event, failing, { nth: fails, failures })
      expect(await checkInvariants(shop.db.run)).toEqual([])
      expect(['confirm started', 'complete captured']).toContain(await stripe.stateOf(order))
      await stripe.payments().sweep()
      expect(await stripe.send(event)).toBe(200)
      expect(await stripe.stateOf(order)).toBe('complete captured')
      if (statements < fails) break
    }
    expect(statements).toBeGreaterThan(5)
  })

  it('that cannot be applied block neither Stripe nor the others', async () => {
    const order = await stripe.order()
    await sql`
      insert into provider_event (id, type, body, received_at)
      values ('evt_poison', 'checkout.session.completed', 'no JSON', now() - interval '1 hour')`.execute(
      shop.db.run,
    )
    const event = stripe.fake.pay(await stripe.begin(order))
    await sql`
      insert into provider_event (id, type, body)
      values (${event.id}, ${event.type}, ${JSON.stringify(event)})`.execute(shop.db.run)

    await stripe.payments().sweep()

    expect(await stripe.stateOf(order)).toBe('complete captured')
    expect(stripe.warnings.join()).toContain('evt_poison')
    await sql`delete from provider_event where id = 'evt_poison'`.execute(shop.db.run)
  })
})
