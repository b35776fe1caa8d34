/** What the shop asks of whoever takes the money. */

export interface Charge {
  /** Our payment's id: the provider's idempotency key, so that asking twice charges once. */
  paymentId: string
  orderId: number
  amountCents: number
  description: string
}

export type Outcome =
  | { status: 'captured'; ref: string; amountCents: number }
  | { status: 'declined' }
  /** The customer pays on the provider's own page; the provider tells us later. */
  | { status: 'redirect'; url: string }

export interface PaymentProvider {
  name: 'sandbox' | 'stripe'
  /** May fail after the work was done: `find` tells then. */
  charge(charge: Charge, wish?: string): Promise<Outcome>
  /** What became of a charge, or null when the provider never heard of it. */
  find(paymentId: string): Promise<Outcome | null>
  /** Gives the whole amount back; doing it twice gives it back once. */
  refund(paymentId: string): Promise<void>
}
