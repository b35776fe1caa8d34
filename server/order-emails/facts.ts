/** The facts of an e-mail about purchases or stock, in no language yet. */
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
  /** What the coupon of its purchase took off. */
  discountCents: number
  /** The fee for the delivery of the whole purchase, the same in each of its orders ... */
  feeCents: number
  /** ... as far as no payment of the purchase holds it and no earlier parcel brings it, ... */
  feeOwedCents: number
  /** ... as far as this order's payment brought it, and as far as it went back. */
  feePaidCents: number
  feeReturnedCents: number
  /** The refund that the e-mail is about: one part of the order, or all that was left of it. */
  refund: RefundFacts | null
  /** How its purchase is paid. */
  payment: WayToPay
  paidAt: Date | null
  canceledAt: Date | null
  /** Null before it is paid. */
  invoice: { id: number; number: string } | null
  address: DeliveryAddress | null
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  customerName: string
  customerEmail: string
  /** From the customer to the shop, with the purchase. */
  note: string | null
}

export interface RefundFacts {
  cents: number
  /** 0 for money alone. */
  units: number
  reason: string | null
  /** It was paid in cash, and goes back by hand. */
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
