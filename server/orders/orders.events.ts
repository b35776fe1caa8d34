import { Type } from 'typebox'
import { ORDER_PLACED, ORDER_UPDATED, type OrderEvent } from '#contract/events.ts'
import { Id } from '#contract/schema.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { defineTopic } from '../platform/outbox/topics.ts'
import { message } from '../platform/realtime/protocol.ts'

const AnOrder = Type.Object({ orderId: Id })
export const ORDER_PLACED_TOPIC = defineTopic('order-placed', AnOrder)
export const ORDER_UPDATED_TOPIC = defineTopic('order-updated', AnOrder)

/**
 * Notifies staff and the customer, who may have other windows open, of each new or changed order.
 * @param eventsById returns the orders in their current state, in the form sent in events.
 */
export function announceOrderEvents(
  outbox: Outbox,
  eventsById: (ids: readonly number[]) => Promise<ReadonlyMap<number, OrderEvent>>,
): void {
  const announcements = [
    [ORDER_PLACED_TOPIC, ORDER_PLACED],
    [ORDER_UPDATED_TOPIC, ORDER_UPDATED],
  ] as const
  for (const [topic, event] of announcements) {
    outbox.on(topic, async (events) => {
      const ids = events.map(({ payload }) => payload.orderId)
      const known = await eventsById(ids)
      return ids.map((id) => {
        const order = known.get(id)
        return order ? [message(event, order, order.orderBy)] : []
      })
    })
  }
}
