/** Calculates what was paid for some of an order's units, for both the server and the refund dialog. */

export interface RefundedUnits {
  /** The amount paid for the order, in cents, without delivery. */
  costCents: number
  quantity: number
  /** The number of units already refunded. */
  before: number
  units: number
}

/**
 * The amount paid for the next `units` of an order, in cents. If the cost does not divide evenly, the first units cost
 * one cent more each, so that all units together cost exactly what was paid.
 */
export function centsOfUnits({ costCents, quantity, before, units }: RefundedUnits): number {
  const each = Math.floor(costCents / quantity)
  const odd = costCents % quantity
  const upTo = (count: number) => each * count + Math.min(count, odd)
  return upTo(before + units) - upTo(before)
}
