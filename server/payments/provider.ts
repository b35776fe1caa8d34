import { shopCurrency } from '#contract/money.ts'

/** The shop's currency code, in lower case as providers expect it. */
export function currencyName(): string {
  return shopCurrency().code.toLowerCase()
}

/**
 * The amount as providers accept it. In a currency with three decimals, the last digit must be 0, so the amount is
 * rounded down, by at most nine of the smallest units.
 */
export function chargedCents(cents: number): number {
  return shopCurrency().digits === 3 ? cents - (cents % 10) : cents
}

export interface Started {
  /** Our id for the charge, also used as the idempotency key at the provider, so that repeated requests charge once. */
  chargeId: string
  /** The provider's own id for the charge; null until the provider has returned it. */
  ref: string | null
  startedAt: Date
}

export interface ChargeLine {
  name: string
  unitPriceCents: number
  quantity: number
}

/**
 * An amount charged in one step, for one or more orders of a purchase, including the delivery fee if it is due. Names
 * and amounts come from the stored orders and payments, never from the request.
 */
export interface Charge extends Started {
  /** The charge's first order, to which the provider's page leads back. */
  orderId: number
  lines: ChargeLine[]
  deliveryCents: number
  /** The total of the lines and the delivery fee. */
  amountCents: number
}

export interface Refund {
  key: string
  /** Null for all that remains of the charge. */
  amountCents: number | null
}

export type Outcome =
  | { status: 'captured'; ref: string; amountCents: number; currency: string }
  | { status: 'declined' }
  /** The customer pays on the provider's page; the provider reports the outcome later. */
  | { status: 'redirect'; ref: string; url: string }
  /** The customer has finished their part, but the provider has not. */
  | { status: 'waiting' }
  /** The full amount has been refunded at the provider. */
  | { status: 'returned' }
  /** The charge began with a provider or an account that the shop no longer uses: the outcome is unknown. */
  | { status: 'unknown_account' }

export const DECLINED: Outcome = { status: 'declined' }
export const UNKNOWN_ACCOUNT: Outcome = { status: 'unknown_account' }

export interface ProviderEvent {
  id: string
  type: string
}

export interface Messages {
  /** @throws when the provider did not sign exactly this body, or did so too long ago. */
  open(body: Buffer, signature: string | undefined): ProviderEvent
  /** What a verified body says about one of our charges; null if it reports nothing that the shop must apply. */
  read(body: string): { chargeId: string; outcome: Outcome } | null
}

export interface LedgerEntry {
  chargeId: string
  /** Whether any money arrived. */
  isPaid: boolean
  amountCents: number
  currency: string
  refundedCents: number
}

export interface PaymentProvider {
  /** The provider's name in providers.ts, which lists its traits and settings. */
  name: string
  /** May fail after the charge was made: `find` then returns the outcome. */
  charge(charge: Charge, wish?: string): Promise<Outcome>
  /** The outcome of a charge, or null when the provider never received it. */
  find(charge: Started): Promise<Outcome | null>
  /** Refunds all or part of a charge; calling it twice with the same key refunds once. */
  refund(charge: Started, what: Refund): Promise<void>
  /**
   * Ends a charge whose page is open, so that the page can no longer be paid, and returns the
   * outcome: the customer may have paid first. Null when the provider never received the charge.
   */
  close(charge: Started): Promise<Outcome | null>
  /** Reads the charges that began between the two times, unsorted; null when the provider keeps no ledger. */
  ledger: ((from: Date, to: Date) => AsyncIterable<LedgerEntry>) | null
  messages: Messages | null
}
