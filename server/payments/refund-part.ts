import { fromCents } from '#contract/money.ts'
import { centsOfUnits } from '#contract/refund-share.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import type { Refundable } from './part-refunds.store.ts'

export interface RefundRequest {
  /** Whether the units return to stock; otherwise they are written off. */
  goodsBack: boolean
  /** Units of the order to refund; null for an amount or a full refund. */
  units: number | null
  /** An amount to refund without units, in cents; null for units or a full refund. */
  cents: number | null
  /** The remainder shown to the caller, in cents and in units; null if unknown. */
  leftCents: number | null
  leftUnits: number | null
  reason: string | null
}

export interface Part {
  cents: number
  units: number
}

/**
 * The part of an order to refund; `whole` is all that is left of the order, and cancels it (decision 0042). Refunding
 * the last units is `whole`; refunding the last of the money as an amount is not. The order must be locked.
 * @throws ShopError `not_found`, `conflict`, `invalid`.
 */
export function partOf(order: Refundable | null, request: RefundRequest): Part | 'whole' {
  const { units, cents } = request
  const isWhole = units === null && cents === null
  if (!order) throw notFound()
  // A repeated full refund gets the same response as the first, whatever was left.
  if (isWhole && order.state === 'canceled') return 'whole'
  if (order.state !== 'complete') {
    throw new ShopError('conflict', 'error.orderState', { state: order.state })
  }
  const left = order.costCents - order.refundedCents
  checkSeen(request, left, order.quantity - order.refundedUnits)
  if (isWhole) return 'whole'
  if (units !== null && cents !== null) throw invalid({ amount: ['error.unitsOrAmount'] })
  return units === null ? ofAmount(cents ?? 0, left) : ofUnits(units, order, left)
}

/** Rejects a request that expects a different remainder, so that a double click refunds once, even free units. */
function checkSeen({ leftCents, leftUnits }: RefundRequest, cents: number, units: number): void {
  if ((leftCents ?? cents) !== cents || (leftUnits ?? units) !== units) {
    throw new ShopError('conflict', 'error.refundedMeanwhile', { left: fromCents(cents) })
  }
}

function ofAmount(cents: number, left: number): Part {
  if (cents < 1 || cents > left) throw invalid({ amount: [tooMuch(left)] })
  return { cents, units: 0 }
}

function ofUnits(units: number, order: Refundable, left: number): Part | 'whole' {
  const { quantity, costCents, refundedUnits: before } = order
  if (units > quantity - before) {
    throw invalid({
      units: [{ id: 'error.refundUnits', values: { count: quantity - before } }],
    })
  }
  if (units === quantity - before) return 'whole'
  // Earlier refunds of amounts may have left less than was paid for the units, or nothing.
  const cents = Math.min(centsOfUnits({ costCents, quantity, before, units }), left)
  return { cents, units }
}

function tooMuch(left: number) {
  if (left === 0) return 'error.refundedAll' as const
  return {
    id: 'error.refundAmount' as const,
    values: { amount: { cents: left } },
  }
}
