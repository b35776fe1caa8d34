import { Type } from 'typebox'
import { ORDER_PLACED, ORDER_UPDATED } from '#contract/events.ts'
import { Id } from '#contract/schema.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { defineTopic } from '../platform/outbox/topics.ts'
import { message } from '../platform/realtime/protocol.ts'
import type { Orders } from './orders.ts'

const AnOrder = Type.Object({ orderId: Id })
export const ORDER_PLACED_TOPIC = defineTopic('order-placed', AnOrder)
export const ORDER_UPDATED_TOPIC = defineTopic('order-updated', AnOrder)

/**
 * Notifies the staff and the customer, who may have other windows open, of new orders and of each
 * change of state.
 */
export function announceOrderEvents(outbox: Outbox, orders: Orders): void {
  const announcements = [
    [ORDER_PLACED_TOPIC, ORDER_PLACED],
    [ORDER_UPDATED_TOPIC, ORDER_UPDATED],
  ] as const
  for (const [topic, event] of announcements) {
    outbox.on(topic, async (events) => {
      const ids = events.map(({ payload }) => payload.orderId)
      const known = await orders.eventsById(ids)
      return ids.map((id) => {
        const order = known.get(id)
        return order ? [message(event, order, order.orderBy)] : []
      })
    })
  }
}
