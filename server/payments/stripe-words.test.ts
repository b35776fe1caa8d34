/** Requests to Stripe and the meaning of its responses, one at a time, without a shop. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setCurrency, USD } from '#contract/money.ts'
import { type FakeSession, StripeFake } from '#tests/kit/stripe-fake.ts'
import { type Charge, chargedCents, type LedgerEntry, type PaymentProvider } from './provider.ts'
import { traitsOf } from './providers.ts'
import { createStripe } from './stripe.ts'

const fake = new StripeFake()
let stripe: PaymentProvider
beforeAll(async () => {
  await fake.open()
  const apiBase = new URL(fake.address)
  stripe = createStripe(
    {
      secretKey: 'sk_test_x',
      webhookSecret: 'whsec_x',
      apiBase,
      timeoutMs: 2_000,
      openMinutes: 50,
    },
    'https://shop.example',
  )
})
afterEach(() => {
  fake.fault = () => null
})
afterAll(() => fake.close())

function charge(change: Partial<Charge> = {}): Charge {
  return {
    chargeId: crypto.randomUUID(),
    ref: null,
    startedAt: new Date(Math.floor(Date.now() / 1000) * 1000),
    orderId: 12,
    lines: [{ name: 'Lamp', unitPriceCents: 1_999, quantity: 3 }],
    deliveryCents: 0,
    amountCents: 5_997,
    ...change,
  }
}

const whole = ({ chargeId }: Charge) => ({ key: chargeId, amountCents: null })

async function opened(change: Partial<Charge> = {}) {
  const payment = charge(change)
  const outcome = await stripe.charge(payment)
  const [session] = fake.sessionsOf(payment.chargeId)
  if (!session) throw new Error('the fake has no session for the charge')
  return { payment, outcome, session }
}

describe('a payment', () => {
  it('is requested with everything that the page needs, and with its id as the key', async () => {
    const { payment, outcome, session } = await opened({
      lines: [{ name: 'x'.repeat(300), unitPriceCents: 1_999, quantity: 3 }],
    })

    const { chargeId, startedAt } = payment
    expect(fake.asked.at(-1)).toEqual({
      key: chargeId,
      mode: 'payment',
      'allowed_payment_method_types[0]': 'card',
      'adaptive_pricing[enabled]': 'false',
      client_reference_id: chargeId,
      'metadata[payment_id]': chargeId,
      'metadata[order_id]': '12',
      'payment_intent_data[metadata][payment_id]': chargeId,
      'payment_intent_data[metadata][order_id]': '12',
      'line_items[0][quantity]': '3',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '1999',
      'line_items[0][price_data][product_data][name]': 'x'.repeat(250),
      expires_at: String(startedAt.getTime() / 1000 + 45 * 60),
      success_url: 'https://shop.example/order-preview/12',
      cancel_url: 'https://shop.example/payment-method/12',
    })
    expect(outcome).toEqual({ status: 'redirect', ref: session.id, url: session.url })
    expect([stripe.name, traitsOf(stripe.name).openMinutes]).toEqual(['stripe', 50])
  })

  it.each<[string, Partial<FakeSession>, object]>([
    [
      'paid',
      { payment_status: 'paid', status: 'complete' },
      { status: 'captured', amountCents: 5_997, currency: 'usd' },
    ],
    [
      'paid in another currency',
      { payment_status: 'paid', currency: 'eur' },
      { status: 'captured', currency: 'eur' },
    ],
    [
      'paid, of which nothing is said',
      { payment_status: 'paid', amount_total: null as never, currency: null as never },
      { status: 'captured', amountCents: 0, currency: '' },
    ],
    ['expired', { status: 'expired', url: null }, { status: 'declined' }],
    ['open', {}, { status: 'redirect' }],
    ['open without a page', { url: null }, { status: 'waiting' }],
    ['complete and not paid yet', { status: 'complete' }, { status: 'waiting' }],
  ])('that is %s is found so, by its name and without', async (_, change, outcome) => {
    const { payment, session } = await opened()
    Object.assign(session, change)

    expect(await stripe.find(payment)).toMatchObject(outcome)
    expect(await stripe.find({ ...payment, ref: session.id })).toMatchObject(outcome)
  })

  it.each([
    [{ code: 'JPY', digits: 0 }, 1200, 'jpy', '1200', '3'],
    // Stripe counts this currency in hundredths.
    [{ code: 'HUF', digits: 0 }, 5000, 'huf', '500000', '3'],
    [{ code: 'KWD', digits: 3 }, 12_340, 'kwd', '12340', '3'],
    // The last decimal must be 0, so a single line has the whole amount, rounded down.
    [{ code: 'KWD', digits: 3 }, 12_345, 'kwd', '37030', '1'],
  ] as const)(
    'in %o of %d is asked for as %s %s',
    async (currency, cents, name, unit, quantity) => {
      setCurrency(currency)
      try {
        const lines = [{ name: 'Phone', unitPriceCents: cents, quantity: 3 }]
        const { payment, session } = await opened({ lines, amountCents: cents * 3 })
        expect(fake.asked.at(-1)).toMatchObject({
          'line_items[0][price_data][currency]': name,
          'line_items[0][price_data][unit_amount]': unit,
          'line_items[0][quantity]': quantity,
        })
        Object.assign(session, { payment_status: 'paid', status: 'complete' })
        expect(await stripe.find(payment)).toMatchObject({
          amountCents: chargedCents(cents * 3),
          currency: name,
        })
      } finally {
        setCurrency(USD)
      }
    },
  )

  it('is searched only among the sessions of its time', async () => {
    const { payment, session } = await opened()
    const at = payment.startedAt.getTime() / 1000
    const found = async (created: number) => {
      session.created = created
      return (await stripe.find(payment)) !== null
    }

    expect(await found(at - 60)).toBe(true)
    expect(await found(at - 61)).toBe(false)
    expect(await found(at - 60 + 50 * 60)).toBe(true)
    expect(await found(at - 59 + 50 * 60)).toBe(false)
    expect(await stripe.find(charge())).toBeNull()
    expect(await stripe.close(charge())).toBeNull()
  })
})

describe('closing', () => {
  it('returns the payment of a customer who was faster', async () => {
    const { payment, session } = await opened({})
    fake.fault = (call) => {
      if (call.endsWith('/expire')) fake.pay(session)
      return null
    }

    expect(await stripe.close(payment)).toMatchObject({ status: 'captured' })
  })
})

describe('giving back', () => {
  it('is requested with a key of the payment, and repeating it is no error', async () => {
    const { payment, session } = await opened()
    fake.pay(session)

    await stripe.refund(payment, whole(payment))
    expect(fake.refunds.get(session.payment_intent ?? '')).toBe(`refund-${payment.chargeId}`)
    await stripe.refund(payment, whole(payment))
    fake.refunds.set(session.payment_intent ?? '', 'by hand')
    await stripe.refund({ ...payment, ref: session.id }, whole(payment))
  })

  it('treats an existing refund as a success, and no other error', async () => {
    const { payment, session } = await opened()
    fake.pay(session)
    fake.refundByHand(session)
    await stripe.refund(payment, whole(payment))

    fake.fault = (call) => (call.endsWith('/refunds') ? { when: 'before', does: 500 } : null)
    const other = await opened()
    fake.pay(other.session)
    await expect(stripe.refund(other.payment, whole(other.payment))).rejects.toThrow(
      'fails on purpose',
    )
  })

  it('is an error when Stripe has no money of the payment', async () => {
    const { payment } = await opened()

    await expect(stripe.refund(payment, whole(payment))).rejects.toThrow('no payment')
    await expect(stripe.refund(charge(), whole(charge()))).rejects.toThrow('no payment')
  })
})

describe('an event', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const session = {
    id: 'cs_1',
    client_reference_id: id,
    status: 'complete',
    payment_status: 'paid',
    amount_total: 100,
    currency: 'usd',
    url: null,
  }
  const read = (type: string, object: object) =>
    stripe.messages?.read(JSON.stringify(fake.event(type, object)))
  const captured = { status: 'captured', ref: 'cs_1', amountCents: 100, currency: 'usd' }

  it.each<[string, object, object | null]>([
    ['checkout.session.completed', session, captured],
    ['checkout.session.async_payment_succeeded', session, captured],
    ['checkout.session.completed', { ...session, payment_status: 'unpaid' }, { status: 'waiting' }],
    [
      'checkout.session.expired',
      { ...session, payment_status: 'unpaid', status: 'expired' },
      { status: 'declined' },
    ],
    ['checkout.session.async_payment_failed', session, { status: 'declined' }],
    ['charge.refunded', { metadata: { payment_id: id }, refunded: true }, { status: 'returned' }],
    ['charge.refunded', { metadata: { payment_id: id }, refunded: false }, null],
    ['charge.refunded', { metadata: {}, refunded: true }, null],
    ['charge.succeeded', session, null],
  ])('%s of %j means %j', (type, object, outcome) => {
    expect(read(type, object)).toEqual(outcome && { chargeId: id, outcome })
  })

  it.each([null, '', 'order-12', `${id}0`, `0${id}`, id.toUpperCase(), id.replaceAll('-', ''), 7])(
    'about the payment %j of another shop is ignored',
    (reference) => {
      expect(
        read('checkout.session.completed', { ...session, client_reference_id: reference }),
      ).toBeNull()
    },
  )
})

describe('the ledger', () => {
  it('lists each payment of the period with the amounts paid and refunded', async () => {
    const [paid, returned, open] = [await opened(), await opened(), await opened()]
    fake.pay(paid.session)
    fake.pay(returned.session)
    fake.refundByHand(returned.session)
    const other = await opened()
    other.session.client_reference_id = 'of another shop'
    const old = await opened()
    old.session.created -= 100
    const from = new Date(paid.payment.startedAt.getTime() - 10_000)

    const entries: LedgerEntry[] = []
    for await (const entry of stripe.ledger?.(from, new Date()) ?? []) entries.push(entry)

    const of = ({ payment }: typeof paid) =>
      entries.find(({ chargeId }) => chargeId === payment.chargeId)
    const usual = { amountCents: 5_997, currency: 'usd', isPaid: true, refundedCents: 0 }
    expect(of(paid)).toMatchObject(usual)
    expect(of(returned)).toMatchObject({ ...usual, refundedCents: 5_997 })
    expect(of(open)).toMatchObject({ ...usual, isPaid: false })
    expect(of(old)).toBeUndefined()
    expect(entries.map(({ chargeId }) => chargeId)).not.toContain('of another shop')
  })
})
