/** Which part of an order a refund gives back. */
import { formatPrice, fromCents } from '#contract/money.ts'
import { centsOfUnits } from '#contract/refund-share.ts'
import type { Handle } from '../platform/db/database.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import { findRefundable, type Refundable } from './part-refunds.store.ts'

export interface RefundRequest {
  /** Whether the goods return to stock; else they are written off. */
  goodsBack: boolean
  /** Units of the order, null for none ... */
  units: number | null
  /** ... or cents without goods, null for none; neither is all that is left. */
  cents: number | null
  /** What the caller saw that is left, in cents; null when unknown. */
  leftCents: number | null
  /** To the customer. */
  reason: string | null
}

export interface Part {
  cents: number
  units: number
}

/**
 * The part of a locked order; `whole` when nothing would be left.
 * @throws ShopError `not_found`, `conflict`, `invalid`.
 */
export async function partOf(
  tx: Handle,
  orderId: number,
  request: RefundRequest,
): Promise<Part | 'whole'> {
  const { units, cents, leftCents } = request
  const isWhole = units === null && cents === null
  // Asked for again, a full refund is answered as before, whatever was left.
  const order = await findRefundable(tx, orderId)
  if (!order) throw notFound()
  if (isWhole && order.state === 'canceled') return 'whole'
  if (order.state !== 'complete') {
    throw new ShopError('conflict', 'refusal.orderState', { state: order.state })
  }
  const left = order.costCents - order.refundedCents
  if (leftCents !== null && leftCents !== left) {
    throw new ShopError('conflict', 'refusal.refundedMeanwhile', { left: fromCents(left) })
  }
  if (isWhole) return 'whole'
  if (units !== null && cents !== null) throw invalid({ amount: ['refusal.unitsOrAmount'] })
  return units === null ? ofAmount(cents ?? 0, left) : ofUnits(units, order, left)
}

function ofAmount(cents: number, left: number): Part | 'whole' {
  if (cents < 1 || cents > left) throw invalid({ amount: [tooMuch(left)] })
  return cents === left ? 'whole' : { cents, units: 0 }
}

function ofUnits(units: number, order: Refundable, left: number): Part | 'whole' {
  const { quantity, costCents, refundedUnits: before } = order
  if (units > quantity - before) {
    throw invalid({
      units: [{ id: 'refusal.refundUnits', values: { count: quantity - before } }],
    })
  }
  if (units === quantity - before) return 'whole'
  // Amounts that went back before may have left less than the units were paid with.
  const cents = Math.min(centsOfUnits({ costCents, quantity, before, units }), left)
  if (cents === left) return 'whole'
  if (cents === 0) throw invalid({ units: [tooMuch(left)] })
  return { cents, units }
}

function tooMuch(left: number) {
  return {
    id: 'refusal.refundAmount' as const,
    values: { amount: formatPrice(fromCents(left)) },
  }
}
