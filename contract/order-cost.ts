import { fromCents, toCents } from './money.ts'
import type { Order } from './orders.ts'

/** The cost of an order without delivery, in the main unit: its total less its share of the discount. */
export function costOf({ total, discount }: Pick<Order, 'total' | 'discount'>): number {
  return fromCents(toCents(total) - toCents(discount))
}
