/** What was paid for some units of an order, for the server and for the refund dialog. */

export interface RefundedUnits {
  /** What was paid for the order, in cents, without delivery. */
  costCents: number
  quantity: number
  /** Units that were already refunded. */
  before: number
  units: number
}

/**
 * The cents paid for the next `units` of an order. If the cost does not divide evenly, the first units cost one cent
 * more each, so that all units together cost exactly what was paid.
 */
export function centsOfUnits({ costCents, quantity, before, units }: RefundedUnits): number {
  const each = Math.floor(costCents / quantity)
  const odd = costCents % quantity
  const upTo = (count: number) => each * count + Math.min(count, odd)
  return upTo(before + units) - upTo(before)
}
