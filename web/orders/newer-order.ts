import type { OrderEvent } from '#contract/events.ts'
import type { Order } from '#contract/orders.ts'

/**
 * The known order updated by a change, which may be an event without the address. Events may arrive out of order, so
 * an older state never replaces a newer one.
 */
export function newerOrder(known: Order, change: Order | OrderEvent): Order {
  return known.updated_at > change.updated_at ? known : { ...known, ...change }
}
