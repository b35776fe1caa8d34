import type { OrderEvent } from '#contract/events.ts'
import type { Order } from '#contract/orders.ts'

/**
 * Applies a change to a known order; an event has no address, so the known one stays. Events may arrive out of order,
 * so an older state never replaces a newer one.
 */
export function newerOrder(known: Order, change: Order | OrderEvent): Order {
  return known.updated_at > change.updated_at ? known : { ...known, ...change }
}
