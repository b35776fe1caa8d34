import { ADMIN_CHANNEL, ORDER_PLACED, ORDER_UPDATED, userChannel } from '#contract/events.ts'
import type { Order } from '#contract/orders.ts'
import type { Outbox, OutboxEvent } from '../platform/outbox/outbox.ts'
import { type Message, message } from '../platform/realtime/protocol.ts'
import type { Orders } from './orders.ts'

/** Outbox topics of orders; each payload is `{orderId}`. */
export const ORDER_PLACED_TOPIC = 'order-placed'
export const ORDER_UPDATED_TOPIC = 'order-updated'

/** Tells staff of new orders, and staff and the customer of each change of an order's state. */
export function announceOrderEvents(outbox: Outbox, orders: Orders): void {
  const translate =
    (toMessage: (order: Order) => Message) => async (events: readonly OutboxEvent[]) => {
      const ids = events.map(({ payload }) => (payload as { orderId: number }).orderId)
      const known = await orders.byId(ids)
      return ids.map((id) => {
        const order = known.get(id)
        return order ? [toMessage(order)] : []
      })
    }
  outbox.on(
    ORDER_PLACED_TOPIC,
    translate((order) => message([ADMIN_CHANNEL], ORDER_PLACED, order)),
  )
  outbox.on(
    ORDER_UPDATED_TOPIC,
    translate((order) => {
      const channels = [userChannel(order.orderBy), ADMIN_CHANNEL]
      return message(channels, ORDER_UPDATED, order)
    }),
  )
}
