import type { OrderEvent } from '#contract/events.ts'
import type { Order } from '#contract/orders.ts'

/**
 * Applies a change to a known order, without letting an older state replace a newer one, because events may arrive out
 * of order. Events carry no address, so the known one stays.
 */
export function newerOrder(known: Order, change: Order | OrderEvent): Order {
  return known.updated_at > change.updated_at ? known : { ...known, ...change }
}
