/**
 * Stripe: the customer pays on Stripe's own page (a Checkout Session), so no card data reaches
 * the shop. A charge's `ref` is the id of its session.
 */
import Stripe from 'stripe'
import { shopCurrency } from '#contract/money.ts'
import {
  type Charge,
  type ChargeLine,
  chargedCents,
  currencyName,
  type LedgerEntry,
  type Messages,
  type Outcome,
  type PaymentProvider,
  type Started,
} from './provider.ts'

interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** A base URL other than Stripe's own, for tests. */
  apiBase: URL | null
  timeoutMs: number
  openMinutes: number
}

type Session = Stripe.Checkout.Session

/**
 * How much longer the hold lasts than the session, so that the sweeper learns of the session's end before the order can
 * be canceled.
 */
const SLACK_MINUTES = 5
const SIGNATURE_SECONDS = 300
const NAME_MAX = 250
const LINES_MAX = 100
/** The name of the delivery line, in one language: a repeated request must not differ from the first. */
const DELIVERY = 'Delivery'
const PAGE = 100
const PAGES_MAX = 20
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function createStripe(settings: StripeSettings, publicUrl: string): PaymentProvider {
  // Stripe requires at least 30 minutes from the request, which may be a retry a few minutes after `startedAt`.
  const sessionMinutes = settings.openMinutes - SLACK_MINUTES
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 1,
    timeout: settings.timeoutMs,
    telemetry: false,
    ...(settings.apiBase && addressOf(settings.apiBase)),
  })

  /**
   * Finds a charge's session. If its id is unknown, searches the list of sessions created since the charge began:
   * unlike Stripe's search, the list includes a session from the moment it exists.
   */
  async function findSession({ chargeId, ref, startedAt }: Started): Promise<Session | null> {
    if (ref) return stripe.checkout.sessions.retrieve(ref)
    const from = seconds(startedAt) - 60
    const created = { gte: from, lte: from + settings.openMinutes * 60 }
    let seen = 0
    for await (const session of stripe.checkout.sessions.list({ created, limit: PAGE })) {
      if (session.client_reference_id === chargeId) return session
      if (++seen === PAGE * PAGES_MAX) throw new Error('too many Stripe sessions to search')
    }
    return null
  }

  /**
   * Whether part of a charge has already been refunded. Stripe forgets idempotency keys after a day or more, and
   * nothing else would prevent a second refund while money is left.
   */
  async function isRefunded(intent: string, key: string): Promise<boolean> {
    for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: PAGE })) {
      const isOver = refund.status === 'failed' || refund.status === 'canceled'
      if (refund.metadata?.refund_key === key && !isOver) return true
    }
    return false
  }

  return {
    name: 'stripe',

    async charge(charge) {
      const asked = sessionFor(charge, publicUrl, sessionMinutes)
      const session = await stripe.checkout.sessions.create(asked, {
        idempotencyKey: charge.chargeId,
      })
      return outcomeOf(session)
    },

    async find(charge) {
      const session = await orUnknownAccount(findSession(charge))
      return session === 'unknown_account' ? { status: session } : session && outcomeOf(session)
    },

    async refund(charge, { key, amountCents }) {
      const session = await findSession(charge)
      const intent = session && idOf(session.payment_intent)
      if (!intent) throw new Error(`Stripe has no payment for charge ${charge.chargeId}`)
      if (amountCents !== null && (await isRefunded(intent, key))) return
      const amount = amountCents === null ? null : toStripe(amountCents)
      if (amount === 0) return
      const part = amount !== null && { amount, metadata: { refund_key: key } }
      await stripe.refunds
        .create({ payment_intent: intent, ...part }, { idempotencyKey: `refund-${key}` })
        .catch(ignoreRefunded)
    },

    async close(charge) {
      const session = await orUnknownAccount(findSession(charge))
      if (session === 'unknown_account') return { status: session }
      if (session?.status !== 'open') return session && outcomeOf(session)
      // Stripe rejects this if the customer has paid in the meantime; the session then has the outcome.
      const expired = await stripe.checkout.sessions.expire(session.id).catch(() => null)
      return outcomeOf(expired ?? (await stripe.checkout.sessions.retrieve(session.id)))
    },

    async *ledger(from, to) {
      const created = { gte: seconds(from), lte: seconds(to) }
      const expand = ['data.payment_intent.latest_charge']
      for await (const session of stripe.checkout.sessions.list({ created, expand, limit: PAGE })) {
        const entry = toLedgerEntry(session)
        if (entry) yield entry
      }
    },

    messages: messagesOf(stripe, settings.webhookSecret),
  }
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

/** @returns null for a session that does not belong to this shop. */
function toLedgerEntry(session: Session): LedgerEntry | null {
  const { client_reference_id: chargeId, payment_intent: intent } = session
  if (!isChargeId(chargeId)) return null
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  return {
    chargeId,
    isPaid: session.payment_status === 'paid',
    amountCents: fromStripe(session.amount_total ?? 0),
    currency: session.currency ?? '',
    refundedCents: charge && typeof charge === 'object' ? fromStripe(charge.amount_refunded) : 0,
  }
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

/**
 * The parameters of a session, always the same for the same charge: Stripe rejects an idempotency key reused with
 * different parameters.
 */
function sessionFor(
  charge: Charge,
  publicUrl: string,
  minutes: number,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: charge.chargeId, order_id: String(charge.orderId) }
  return {
    mode: 'payment',
    // Payment methods that take days would outlive the session and the order's hold.
    allowed_payment_method_types: ['card'],
    // The amount received is compared with the charge's, so it must be in the shop's currency.
    adaptive_pricing: { enabled: false },
    client_reference_id: charge.chargeId,
    metadata,
    // Stripe copies the metadata to its charge: without it, a refund event would not identify our charge.
    payment_intent_data: { metadata },
    line_items: linesOf(charge).map(({ name, unitPriceCents, quantity }) => ({
      quantity,
      price_data: {
        currency: currencyName(),
        unit_amount: toStripe(unitPriceCents),
        product_data: { name: name.slice(0, NAME_MAX) },
      },
    })),
    expires_at: seconds(charge.startedAt) + minutes * 60,
    success_url: `${publicUrl}/order-preview/${charge.orderId}`,
    cancel_url: `${publicUrl}/payment-method/${charge.orderId}`,
  }
}

/**
 * Delivery is a separate line. All lines are merged into one if there are more than Stripe accepts, or if an amount
 * would be rounded.
 */
function linesOf({ lines, deliveryCents, amountCents }: Charge): ChargeLine[] {
  const delivery = { name: DELIVERY, unitPriceCents: deliveryCents, quantity: 1 }
  const all = deliveryCents > 0 ? [...lines, delivery] : lines
  const isExact = all.every(({ unitPriceCents: cents }) => chargedCents(cents) === cents)
  if (all.length <= LINES_MAX && isExact) return all
  const others = all.length > 1 ? ` + ${all.length - 1}` : ''
  const name = `${lines[0]?.name}${others}`
  return [{ name, unitPriceCents: amountCents, quantity: 1 }]
}

/** Of the currencies without decimals, Stripe counts these in whole units, and all others in hundredths. */
const WITHOUT_DECIMALS = new Set(['clp', 'jpy', 'krw', 'pyg', 'vnd', 'xaf', 'xof'])

/** How many of Stripe's units make one of the shop's smallest coins: https://docs.stripe.com/currencies#minor-units */
function unitsOfStripe(): number {
  return shopCurrency().digits === 0 && !WITHOUT_DECIMALS.has(currencyName()) ? 100 : 1
}

function toStripe(cents: number): number {
  return chargedCents(cents) * unitsOfStripe()
}

function fromStripe(amount: number): number {
  return Math.round(amount / unitsOfStripe())
}

/** Stripe keeps every session: if it does not have a charge's session, the account has changed. */
async function orUnknownAccount<T>(asked: Promise<T>): Promise<T | 'unknown_account'> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') {
      return 'unknown_account'
    }
    throw error
  }
}

function outcomeOf(session: Session): Outcome {
  const { id: ref, status, payment_status: paid, url, amount_total, currency } = session
  if (paid === 'paid') {
    return {
      status: 'captured',
      ref,
      amountCents: fromStripe(amount_total ?? 0),
      currency: currency ?? '',
    }
  }
  if (status === 'expired') return { status: 'declined' }
  return status === 'open' && url ? { status: 'redirect', ref, url } : { status: 'waiting' }
}

function messagesOf(stripe: Stripe, secret: string): Messages {
  return {
    open(body, signature) {
      const { id, type } = stripe.webhooks.constructEvent(
        body,
        signature ?? '',
        secret,
        SIGNATURE_SECONDS,
      )
      if (typeof id !== 'string' || typeof type !== 'string')
        throw new Error('the body is not a Stripe event')
      return { id, type }
    },

    read: (body) => readEvent(stripe.webhooks.constructEventWithoutVerification(body)),
  }
}

function readEvent(event: Stripe.Event): ReturnType<Messages['read']> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const session = event.data.object
      return about(session.client_reference_id, outcomeOf(session))
    }
    case 'checkout.session.async_payment_failed':
      return about(event.data.object.client_reference_id, { status: 'declined' })
    case 'charge.refunded': {
      const { metadata, refunded } = event.data.object
      // A partial refund is ignored: the shop made it, or the reconciliation will report it.
      return refunded ? about(metadata.payment_id, { status: 'returned' }) : null
    }
    default:
      return null
  }
}

/** A Stripe account may serve other shops, whose charges have ids of a different format. */
function about(chargeId: unknown, outcome: Outcome): ReturnType<Messages['read']> {
  return isChargeId(chargeId) ? { chargeId, outcome } : null
}

function isChargeId(id: unknown): id is string {
  return typeof id === 'string' && UUID.test(id)
}

function idOf(thing: string | { id: string } | null): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null)
}

/**
 * Stripe forgets idempotency keys after a day or more; a repeated refund then fails with this error, because the money
 * is already back.
 */
function ignoreRefunded(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded')) {
    throw error
  }
}
