import { ADMIN_CHANNEL, ORDER_PLACED, ORDER_UPDATED, userChannel } from '#contract/events.ts'
import type { Outbox, OutboxEvent } from '../platform/outbox/outbox.ts'
import { message } from '../platform/realtime/protocol.ts'
import type { Orders } from './orders.ts'

/** Outbox topics of orders; each payload is `{orderId}`. */
export const ORDER_PLACED_TOPIC = 'order-placed'
export const ORDER_UPDATED_TOPIC = 'order-updated'

/** Tells staff and the customer, who may have other windows, of new orders and of each change of their state. */
export function announceOrderEvents(outbox: Outbox, orders: Orders): void {
  const announce = (name: string) => async (events: readonly OutboxEvent[]) => {
    const ids = events.map(({ payload }) => (payload as { orderId: number }).orderId)
    const known = await orders.byId(ids)
    return ids.map((id) => {
      const order = known.get(id)
      return order ? [message([userChannel(order.orderBy), ADMIN_CHANNEL], name, order)] : []
    })
  }
  outbox.on(ORDER_PLACED_TOPIC, announce(ORDER_PLACED))
  outbox.on(ORDER_UPDATED_TOPIC, announce(ORDER_UPDATED))
}
