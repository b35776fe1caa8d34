/** The emails about purchases and stock. To add an email, add a row here and its texts (`email.<kind>`). */
import type { EmailKind } from '#contract/admin.ts'
import type { Move } from '#contract/order-moves.ts'

export interface KindOfEmail {
  /** The event: a move of an order, a partial refund, or a product whose stock is low. */
  step: Move | 'place' | 'stock-low' | 'refund-part'
  to: 'customer' | 'staff'
  /**
   * Daily allowance for an unconfirmed email address, shared within the group; null for emails to staff, whose email
   * addresses are confirmed. Decision 0029.
   */
  allowance: Allowance | null
}

export interface Allowance {
  group: string
  perDay: number
}

/** For emails that anybody can cause without paying, even to a stranger's email address. */
const UNPAID: Allowance = { group: 'unpaid', perDay: 4 }
/** For emails about orders that were paid for or sent. */
const PAID: Allowance = { group: 'paid', perDay: 20 }

export const KINDS: Readonly<Record<EmailKind, KindOfEmail>> = {
  ordered: { step: 'place', to: 'customer', allowance: UNPAID },
  confirmed: { step: 'confirm', to: 'customer', allowance: UNPAID },
  paid: { step: 'pay', to: 'customer', allowance: PAID },
  sent: { step: 'send', to: 'customer', allowance: PAID },
  delivered: { step: 'deliver', to: 'customer', allowance: PAID },
  undelivered: { step: 'undeliver', to: 'customer', allowance: PAID },
  canceled: { step: 'cancel', to: 'customer', allowance: UNPAID },
  refunded: { step: 'refund', to: 'customer', allowance: PAID },
  partRefunded: { step: 'refund-part', to: 'customer', allowance: PAID },
  newPurchase: { step: 'place', to: 'staff', allowance: null },
  lowStock: { step: 'stock-low', to: 'staff', allowance: null },
}
