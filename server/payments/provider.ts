/** What the shop asks of whoever takes the money. */
import { Type } from 'typebox'
import { defineTopic } from '../platform/outbox/topics.ts'

/** All prices of the shop. */
export const CURRENCY = 'usd'

/** Outbox topic: the money of a payment goes back. */
export const REFUND_PAYMENT_TOPIC = defineTopic(
  'refund-payment',
  Type.Object({ paymentId: Type.String(), provider: Type.String() }),
)

/** A payment that was begun, as its provider must know it. */
export interface Started {
  /** Our payment's id: the provider's idempotency key, so that asking twice charges once. */
  paymentId: string
  /** The provider's own name for it, once we were told. */
  ref: string | null
  startedAt: Date
}

/** Everything is of the order's own snapshot, nothing of the request. */
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
  /** The customer pays on the provider's own page; the provider tells us later. */
  | { status: 'redirect'; ref: string; url: string }
  /** The customer has done their part, the provider has not. */
  | { status: 'waiting' }
  /** Somebody gave all of it back at the provider's. */
  | { status: 'returned' }
  /** Begun with another account of the provider than the shop has now: nobody can tell. */
  | { status: 'foreign' }

export interface ProviderEvent {
  id: string
  type: string
}

/** What a provider tells us unasked. */
export interface Messages {
  /** @throws when the provider did not sign exactly this body, or not lately. */
  open(body: Buffer, signature: string | undefined): ProviderEvent
  /** What an opened body says about a payment; null when it is not about one of ours. */
  read(body: string): { paymentId: string; outcome: Outcome } | null
}

/** What a provider has in its ledger about one payment. */
export interface LedgerEntry {
  paymentId: string
  /** Whether money came. */
  isPaid: boolean
  amountCents: number
  currency: string
  refundedCents: number
}

export interface PaymentProvider {
  /** As of its row in providers.ts, which says what it can. */
  name: string
  /** May fail after the work was done: `find` tells then. */
  charge(charge: Charge, wish?: string): Promise<Outcome>
  /** What became of a charge, or null when the provider never heard of it. */
  find(payment: Started): Promise<Outcome | null>
  /** Gives the whole amount back; doing it twice gives it back once. */
  refund(payment: Started): Promise<void>
  /**
   * Ends a payment whose page is open, so that nobody can pay there any more, and tells what became
   * of it: the customer may have been faster. Null when the provider never heard of it.
   */
  close(payment: Started): Promise<Outcome | null>
  /** What was begun between the two times, in any order; null when it keeps no ledger. */
  ledger: ((from: Date, to: Date) => AsyncIterable<LedgerEntry>) | null
  /** Null when it never says anything unasked. */
  messages: Messages | null
}
