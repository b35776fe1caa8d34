/** How much was paid for some units of an order, for the server and the staff's refund dialog. */

export interface RefundedUnits {
  /** What the order cost, in cents. */
  costCents: number
  quantity: number
  /** Units already refunded. */
  before: number
  units: number
}

/**
 * Cents paid for the next `units` of an order. The cost rarely divides evenly: the first units cost one
 * cent more each, so that all units together cost exactly what was paid.
 */
export function centsOfUnits({ costCents, quantity, before, units }: RefundedUnits): number {
  const each = Math.floor(costCents / quantity)
  const odd = costCents % quantity
  const upTo = (count: number) => each * count + Math.min(count, odd)
  return upTo(before + units) - upTo(before)
}
