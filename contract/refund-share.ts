/** What the units of an order were paid with; the server and the staff's dialog calculate it here. */

export interface RefundedUnits {
  /** What the order cost, in cents. */
  costCents: number
  quantity: number
  /** Units that went back before. */
  before: number
  units: number
}

/**
 * Cents paid for the next `units` of an order. Its cents rarely divide by its units: the first units
 * carry one cent more each, so that all units together are exactly what was paid.
 */
export function centsOfUnits({ costCents, quantity, before, units }: RefundedUnits): number {
  const each = Math.floor(costCents / quantity)
  const odd = costCents % quantity
  const upTo = (count: number) => each * count + Math.min(count, odd)
  return upTo(before + units) - upTo(before)
}
