import { fromCents, toCents } from './money.ts'
import type { Order } from './orders.ts'

/** What an order costs, without the delivery: its total less its share of the discount. */
export function costOf({ total, discount }: Pick<Order, 'total' | 'discount'>): number {
  return fromCents(toCents(total) - toCents(discount))
}
