/** The interface of a payment provider. */
import { Type } from 'typebox'
import { defineTopic } from '../platform/outbox/topics.ts'

/** The currency of all prices of the shop. */
export const CURRENCY = 'usd'

/** Outbox topic: refund the money of a payment. */
export const REFUND_PAYMENT_TOPIC = defineTopic(
  'refund-payment',
  Type.Object({ paymentId: Type.String(), provider: Type.String() }),
)

/** A payment that has begun, as its provider must know it. */
export interface Started {
  /** Our payment's id: the provider's idempotency key, so that asking twice charges once. */
  paymentId: string
  /** The provider's own id of the payment, once we have it. */
  ref: string | null
  startedAt: Date
}

/** Taken entirely from the order's own snapshot, never from the request. */
export interface Charge extends Started {
  orderId: number
  amountCents: number
  unitPriceCents: number
  quantity: number
  productName: string
}

export type Outcome =
  | { status: 'captured'; ref: string; amountCents: number; currency: string }
  | { status: 'declined' }
  /** The customer pays on the provider's page; the provider reports the outcome later. */
  | { status: 'redirect'; ref: string; url: string }
  /** The customer has finished their part, the provider has not. */
  | { status: 'waiting' }
  /** The full amount was refunded at the provider. */
  | { status: 'returned' }
  /** Begun with another account of the provider than the shop has now: the outcome is unknown. */
  | { status: 'unknown_account' }

export const DECLINED: Outcome = { status: 'declined' }
export const UNKNOWN_ACCOUNT: Outcome = { status: 'unknown_account' }

export interface ProviderEvent {
  id: string
  type: string
}

/** Reads the events that a provider sends. */
export interface Messages {
  /** @throws when the provider did not sign exactly this body, or did so too long ago. */
  open(body: Buffer, signature: string | undefined): ProviderEvent
  /** What a verified body says about a payment; null when it is not about one of ours. */
  read(body: string): { paymentId: string; outcome: Outcome } | null
}

/** The provider's ledger entry for one payment. */
export interface LedgerEntry {
  paymentId: string
  /** Whether any money arrived. */
  isPaid: boolean
  amountCents: number
  currency: string
  refundedCents: number
}

export interface PaymentProvider {
  /** Its name in providers.ts, which lists its traits and settings. */
  name: string
  /** May fail after the work was done: `find` then returns the outcome. */
  charge(charge: Charge, wish?: string): Promise<Outcome>
  /** The outcome of a charge, or null when the provider never received it. */
  find(payment: Started): Promise<Outcome | null>
  /** Refunds the full amount; calling it twice refunds once. */
  refund(payment: Started): Promise<void>
  /**
   * Ends a payment whose page is open, so that the page can no longer be paid, and returns the
   * outcome: the customer may have been faster. Null when the provider never received it.
   */
  close(payment: Started): Promise<Outcome | null>
  /** Payments begun between the two times, in any order; null when the provider keeps no ledger. */
  ledger: ((from: Date, to: Date) => AsyncIterable<LedgerEntry>) | null
  /** Null when the provider sends no events. */
  messages: Messages | null
}
