/** The data of an email about purchases or stock, independent of language. */
import type { DeliveryAddress } from '#contract/addresses.ts'
import type { WayToPay } from '#contract/order-moves.ts'

export interface OrderFacts {
  id: number
  productId: number
  name: string
  name_ar: string
  quantity: number
  priceCents: number
  totalCents: number
  discountCents: number
  /** The units and the amount refunded while the order stayed paid. */
  refundedUnits: number
  refundedCents: number
  /** The delivery fee of the whole purchase, in cents; the same for each of its orders. */
  feeCents: number
  /** `feeCents`; 0 if the fee has been paid, or is to be collected with an earlier parcel. */
  feeOwedCents: number
  /** The part of the delivery fee that this order's payments included, in cents. */
  feePaidCents: number
  /** The part of `feePaidCents` that was refunded. */
  feeReturnedCents: number
  /** The full or partial refund that the email is about; null in emails about other steps. */
  refund: RefundFacts | null
  payment: WayToPay
  paidAt: Date | null
  canceledAt: Date | null
  /** The first invoice for the order; null if there is none, such as before payment. */
  invoice: { id: number; number: string } | null
  address: DeliveryAddress | null
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  customerName: string
  customerEmail: string
  note: string | null
}

export interface RefundFacts {
  cents: number
  /** 0 if only an amount was refunded. */
  units: number
  reason: string | null
  /** Whether the order was paid in cash, so that staff refund it by hand. */
  isCash: boolean
  /** ISO 8601. */
  at: string
}

export interface ProductFacts {
  id: number
  name: string
  name_ar: string
  /** Units that can be ordered. */
  available: number
}

export interface Facts {
  orders: readonly OrderFacts[]
  products: readonly ProductFacts[]
}

/** @throws Error if there is no order. */
export function firstOf(orders: readonly OrderFacts[]): OrderFacts {
  const [first] = orders
  if (!first) throw new Error('an email about orders contains no order')
  return first
}
