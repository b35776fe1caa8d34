/** The amounts in emails about orders, in cents. All orders of an email belong to one purchase. */
import type { EmailKind } from '#contract/admin.ts'
import type { WayToPay } from '#contract/order-moves.ts'
import { centsOfUnits } from '#contract/refund-share.ts'
import { firstOf, type OrderFacts } from './facts.ts'

/** The kinds of emails that list what is in a parcel, and what was paid for it. */
const LISTS_PARCEL: ReadonlySet<EmailKind> = new Set(['sent', 'delivered', 'undelivered'])

/** The orders as a kind of email lists them: about a parcel, without the units refunded before. */
export function listedIn(kind: EmailKind, orders: readonly OrderFacts[]): readonly OrderFacts[] {
  return LISTS_PARCEL.has(kind) ? orders.map(withoutRefundedUnits) : orders
}

/** @returns the order of the other units, of whose price `refundedCents` was refunded. */
function withoutRefundedUnits(order: OrderFacts): OrderFacts {
  const { refundedUnits, priceCents, totalCents, discountCents } = order
  const quantity = order.quantity - refundedUnits
  const costCents = totalCents - discountCents
  const unitsCents = centsOfUnits({ ...order, costCents, before: 0, units: refundedUnits })
  return {
    ...order,
    quantity,
    refundedUnits: 0,
    refundedCents: order.refundedCents - unitsCents,
    totalCents: quantity * priceCents,
    discountCents: quantity * priceCents - (costCents - unitsCents),
  }
}

/** The amount that a kind of email is about, in cents. */
export function totalOf(kind: EmailKind, orders: readonly OrderFacts[]): number {
  return sumOf(orders) - discountOf(orders) - refundedIn(kind, orders) + FEE[kind](orders)
}

/** The refunds of amounts, in cents, to subtract from the total of a parcel. */
export function refundedIn(kind: EmailKind, orders: readonly OrderFacts[]): number {
  return LISTS_PARCEL.has(kind) ? refunded(orders) : 0
}

/** The orders' amounts before their discounts, in cents. */
export function sumOf(orders: readonly OrderFacts[]): number {
  return orders.reduce((sum, order) => sum + centsOf(order), 0)
}

/** The discount, in cents, to subtract from the amounts of the orders; refunded amounts already exclude it. */
export function discountOf(orders: readonly OrderFacts[]): number {
  return orders.reduce((sum, { refund, discountCents }) => sum + (refund ? 0 : discountCents), 0)
}

/** The refunded amount in an email about a refund, otherwise the order's total before its discount; in cents. */
export function centsOf({ refund, totalCents }: OrderFacts): number {
  return refund ? refund.cents : totalCents
}

/** The payment method to name in an email: cash only while it is owed, because the customer may have paid online. */
export function paymentOf(orders: readonly OrderFacts[]): WayToPay {
  return orders.some(owesCash) ? 'cash' : 'online'
}

function owesCash({ payment, paidAt }: OrderFacts): boolean {
  return payment === 'cash' && !paidAt
}

/** The cash to have ready for a parcel, in cents: some of its orders may have been paid online. */
export function cashOwed(orders: readonly OrderFacts[]): number {
  const owing = orders.filter(owesCash)
  return sumOf(owing) - discountOf(owing) + feeOwed(orders)
}

const none = () => 0
const summed =
  (field: 'feePaidCents' | 'feeReturnedCents' | 'refundedCents') =>
  (orders: readonly OrderFacts[]) =>
    orders.reduce((sum, order) => sum + order[field], 0)

const refunded = summed('refundedCents')
const feePaid = summed('feePaidCents')
const feeReturned = summed('feeReturnedCents')
const feeKept = (orders: readonly OrderFacts[]) => feePaid(orders) - feeReturned(orders)

/** The outstanding delivery fee, counted once for all orders, in cents. */
function feeOwed(orders: readonly OrderFacts[]): number {
  return Math.max(...orders.map(({ feeOwedCents }) => feeOwedCents))
}

/** The delivery fee, in cents, that the amount in each kind of email includes. */
export const FEE: Record<EmailKind, (orders: readonly OrderFacts[]) => number> = {
  ordered: (orders) => firstOf(orders).feeCents,
  confirmed: feeOwed,
  paid: feePaid,
  sent: (orders) => feeKept(orders) + (paymentOf(orders) === 'cash' ? feeOwed(orders) : 0),
  delivered: feeKept,
  undelivered: feeKept,
  canceled: none,
  refunded: feeReturned,
  partRefunded: none,
  newPurchase: (orders) => firstOf(orders).feeCents,
  lowStock: none,
}
