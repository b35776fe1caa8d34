/** The provider's events: forged, repeated, late and out of order. */
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type PlacedOrder, type StripeShop, withStripe } from '#tests/kit/stripe-shop.ts'
import { volume } from '#tests/kit/volume.ts'

type Receive = (payload: string, signature: string) => Promise<number>

describeShop('events of Stripe', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    stripe.warnings.length = 0
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const receive: Receive = (payload, signature) =>
    stripe.post(payload, { 'stripe-signature': signature })

  it('are each applied once, ten times each in any order', async () => {
    expect(await storm(stripe, receive, volume(12, 200))).toEqual([])
  })

  it('are refused, and nothing is written, unless Stripe signed this exact body recently', async () => {
    const order = await stripe.order()
    const event = stripe.fake.pay(await stripe.begin(order))
    const { payload, signature } = stripe.signed(event)
    const forged: Array<[string, string, string | null]> = [
      ['one byte changed', payload.replace('3998', '3999'), signature],
      ['a space more', `${payload} `, signature],
      ['other whitespace', JSON.stringify(event, null, 2), signature],
      ['no header', payload, null],
      ['an empty header', payload, ''],
      ['no body', '', signature],
      ['nonsense', payload, 'nonsense'],
      ['another secret', payload, stripe.signed(event, 0, 'whsec_other').signature],
      ['301 seconds old', payload, stripe.signed(event, 301).signature],
      ['a fresh time on an old signature', payload, withNewTime(stripe.signed(event, 301))],
      ['two wrong signatures', payload, `${wrong(signature)},v1=${'0'.repeat(64)}`],
      ['another scheme', payload, signature.replace('v1=', 'v0=')],
      ['no JSON', 'hello', stripe.signed('hello').signature],
      ['no event', '[]', stripe.signed('[]').signature],
    ]

    for (const [what, body, header] of forged) {
      const headers = header === null ? {} : { 'stripe-signature': header }
      expect(await stripe.post(body, headers as Record<string, string>), what).toBe(400)
    }

    expect(await stripe.eventsOf(event.id)).toEqual([])
    expect(await stripe.stateOf(order)).toBe('confirm started')
    const two = `${wrong(signature)},${signature.split(',')[1]}`
    expect(await stripe.post(payload, { 'stripe-signature': two })).toBe(200)
    expect(await stripe.stateOf(order)).toBe('complete captured')
  })

  it('are accepted 299 seconds after they were signed, and a day after they happened', async () => {
    const [first, second] = await stripe.placed(2)
    if (!first || !second) throw new Error('two orders were not placed')
    const { payload, signature } = stripe.signed(stripe.fake.pay(await stripe.begin(first)), 299)
    const paid = stripe.fake.pay(await stripe.begin(second))
    const late = { ...paid, created: paid.created - 86_400 }

    expect(await receive(payload, signature)).toBe(200)
    expect(await stripe.send(late)).toBe(200)

    expect(await stripe.stateOf(first)).toBe('complete captured')
    expect(await stripe.stateOf(second)).toBe('complete captured')
  })

  it('of unknown types and about unknown payments are stored and change nothing', async () => {
    const order = await stripe.order()
    const session = await stripe.begin(order)
    const paid = stripe.fake.pay({ ...session })
    const about = (object: object) => stripe.fake.event('checkout.session.completed', object)
    const strange = [
      stripe.fake.event('product.created', { id: 'prod_1' }),
      about({ ...paid.data.object, client_reference_id: 'of-another-shop' }),
      about({ ...paid.data.object, client_reference_id: crypto.randomUUID() }),
      about({ ...paid.data.object, client_reference_id: null }),
      about({ ...paid.data.object, payment_status: 'unpaid' }),
      stripe.fake.event('charge.refunded', { metadata: {}, refunded: true }),
      JSON.parse(JSON.stringify(about({ id: 'x' })).replace('"id":"x"', '"__proto__":{"p":1}')),
    ]

    for (const event of strange) expect(await stripe.send(event)).toBe(200)

    for (const { id, type } of strange) {
      expect(await stripe.eventsOf(id)).toEqual([{ type, applied: true }])
    }
    expect(({} as Record<string, unknown>).p).toBeUndefined()
    expect(await stripe.stateOf(order)).toBe('confirm started')
  })

  it('are deleted after two months, but not before they are applied', async () => {
    await shop.sql`
      insert into provider_event (id, type, body, received_at, applied_at) values
        ('evt_old', 'x', '{}', now() - interval '61 days', now()),
        ('evt_kept', 'x', '{}', now() - interval '59 days', now())`

    await stripe.payments().sweep()

    expect(await stripe.eventsOf('evt_old')).toEqual([])
    expect(await stripe.eventsOf('evt_kept')).toHaveLength(1)
  })

  it('that were stored and not applied are applied by the sweeper, once', async () => {
    const order = await stripe.order()
    const event = stripe.fake.pay(await stripe.begin(order))
    await shop.sql`
      insert into provider_event (id, type, body)
      values (${event.id}, ${event.type}, ${JSON.stringify(event)})`
    expect(await stripe.send(event)).toBe(200)
    expect(await stripe.stateOf(order)).toBe('confirm started')

    await Promise.all([stripe.payments().sweep(), stripe.payments().sweep()])
    await stripe.payments().sweep()

    expect(await stripe.stateOf(order)).toBe('complete captured')
    expect(await stripe.eventsOf(event.id)).toEqual([{ type: event.type, applied: true }])
  })

  it('that cannot be applied block neither Stripe nor the others', async () => {
    const order = await stripe.order()
    await shop.sql`
      insert into provider_event (id, type, body, received_at)
      values ('evt_poison', 'checkout.session.completed', 'no JSON', now() - interval '1 hour')`
    const event = stripe.fake.pay(await stripe.begin(order))
    await shop.sql`
      insert into provider_event (id, type, body)
      values (${event.id}, ${event.type}, ${JSON.stringify(event)})`

    await stripe.payments().sweep()

    expect(await stripe.stateOf(order)).toBe('complete captured')
    expect(stripe.warnings.join()).toContain('evt_poison')
    await shop.sql`delete from provider_event where id = 'evt_poison'`
  })

  it('have their own endpoint: JSON everywhere else, and none without Stripe', async () => {
    const { payload, signature } = stripe.signed(stripe.fake.event('x', {}))
    const headers = { 'stripe-signature': signature }

    expect(await stripe.post(payload, { ...headers, 'content-type': 'text/plain' })).toBe(415)
    const { payload: long } = stripe.signed(`"${'x'.repeat(300_000)}"`)
    expect(await stripe.post(long, headers)).toBe(413)
    const path = '/api/payments/stripe/webhook'
    expect((await shop.call('POST', path, { payload, headers })).status).toBe(404)
    expect((await shop.call('POST', '/api/auth/login', { payload: '{' })).status).toBe(400)
  })
})

/** Runs on a separate shop, which it leaves broken. */
describe('the oracle of the events catches', () => {
  describeShop('a look at the order before the goods leave', (shop) => {
    const stripe = withStripe(shop)

    it('which sells the same goods again for each repetition', async () => {
      const complaints = await storm(stripe, (body) => receiveNaively(stripe, body), 5)

      expect(complaints.join('\n')).toMatch(/E4.*sold units/)
    })
  })
})

/** Pays orders and sends each event ten times, in random order. @returns what went wrong. */
async function storm(stripe: StripeShop, receive: Receive, count: number): Promise<string[]> {
  const orders = await stripe.placed(count)
  const events = []
  for (const order of orders) events.push(stripe.fake.pay(await stripe.begin(order)))
  const sendings = events
    .flatMap((event) => Array.from({ length: 10 }, () => event))
    .sort(() => Math.random() - 0.5)
  const statuses = new Set<number>()
  while (sendings.length > 0) {
    const batch = sendings.splice(0, 100).map((event) => stripe.signed(event))
    const answers = batch.map(({ payload, signature }) => receive(payload, signature))
    for (const status of await Promise.all(answers)) statuses.add(status)
  }
  // An event that waited too long for a lock is only stored; a timer of the shop applies it.
  await stripe.payments().sweep()
  const complaints = [...statuses]
    .filter((s) => s !== 200)
    .map((s) => `a reply has the status ${s}`)
  for (const [index, order] of orders.entries()) {
    complaints.push(...(await complaintsAbout(stripe, order, events[index]?.id ?? '')))
  }
  const violations = await checkInvariants(stripe.shop.db.run)
  return [...complaints, ...violations.map(({ rule, statement }) => `${rule}, ${statement}`)]
}

async function complaintsAbout(stripe: StripeShop, order: PlacedOrder, event: string) {
  const { rows } = await sql<{ paid: number }>`
    select count(*) as paid from order_history where order_id = ${order.id} and move = 'pay'`.execute(
    stripe.shop.db.run,
  )
  const state = await stripe.stateOf(order)
  const kept = (await stripe.eventsOf(event)).length
  return [
    ...(state === 'complete captured' ? [] : [`order ${order.id} is ${state}`]),
    ...(rows[0]?.paid === 1 ? [] : [`order ${order.id} was paid ${rows[0]?.paid} times`]),
    ...(kept === 1 ? [] : [`event ${event} is kept ${kept} times`]),
  ]
}

/** A naive receiver: it checks without a lock whether the order is paid, and relies on that when it writes later. */
async function receiveNaively({ shop }: StripeShop, body: string): Promise<number> {
  const payment: string = JSON.parse(body).data.object.client_reference_id
  const db = shop.db.run
  const { rows } = await sql<{ id: number; state: string; product_id: number; quantity: number }>`
    select id, state, product_id, quantity from orders
    where id = (select order_id from payment where id = ${payment})`.execute(db)
  const [order] = rows
  if (order?.state !== 'confirm') return 200
  await sql`update payment set state = 'captured' where id = ${payment}`.execute(db)
  await sql`update orders set state = 'complete', paid_at = now() where id = ${order.id}`.execute(
    db,
  )
  await sql`
    update product set on_hand = on_hand - ${order.quantity}, sold = sold + ${order.quantity},
      reserved = greatest(0, reserved - ${order.quantity})
    where id = ${order.product_id}`.execute(db)
  return 200
}

function wrong(signature: string): string {
  return `${signature.slice(0, -4)}0000`
}

function withNewTime({ signature }: { signature: string }): string {
  return signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`)
}
