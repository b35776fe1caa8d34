import { fromCents, toCents } from './money.ts'
import type { Order } from './orders.ts'

/** The cost of an order without delivery, in the main unit: its total less its share of the discount. */
export function costOf({ total, discount }: Pick<Order, 'total' | 'discount'>): number {
  return fromCents(toCents(total) - toCents(discount))
}

/** The cost of orders with a delivery fee, in the main unit. */
export function costWithDelivery(fee: number, ...orders: Parameters<typeof costOf>[0][]): number {
  return fromCents(orders.reduce((cents, order) => cents + toCents(costOf(order)), toCents(fee)))
}
