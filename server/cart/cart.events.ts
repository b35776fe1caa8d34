import { Type } from 'typebox'
import type { CartItem } from '#contract/cart.ts'
import { CART_ITEM_ADDED } from '#contract/events.ts'
import { Id } from '#contract/schema.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { defineTopic } from '../platform/outbox/topics.ts'
import { message } from '../platform/realtime/protocol.ts'

/** Outbox topic: units of a product were added to a cart. The payload has the product's id, not its texts. */
export const CART_ITEM_ADDED_TOPIC = defineTopic('cart-item-added', Type.Object({ productId: Id }))

/**
 * Sends the added cart item to the customer's open pages, as it is at the time of sending.
 * @param linesAt returns the current line of each place, at the same index; null if there is none.
 */
export function announceCartEvents(
  outbox: Outbox,
  linesAt: (
    places: Array<{ customerId: number; productId: number }>,
  ) => Promise<Array<CartItem | null>>,
): void {
  outbox.on(CART_ITEM_ADDED_TOPIC, async (events) => {
    const places = events.map(({ userId, payload: { productId } }) => ({
      customerId: userId ?? 0,
      productId,
    }))
    const lines = await linesAt(places)
    return events.map(({ userId, seq }, index) => {
      const line = lines[index]
      // The line was removed after the event: the gap in `seq` makes the page fetch its cart.
      if (!line || userId === null || seq === null) return []
      return [message(CART_ITEM_ADDED, { ...line, seq }, userId)]
    })
  })
}
