import { Type } from 'typebox'
import type { CartItem } from '#contract/cart.ts'
import { CART_ITEM_ADDED, CART_LINE_CHANGED } from '#contract/events.ts'
import { Count, Id } from '#contract/schema.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { defineTopic } from '../platform/outbox/topics.ts'
import { message } from '../platform/realtime/protocol.ts'

/** Outbox topic for units added to a cart. */
export const CART_ITEM_ADDED_TOPIC = defineTopic('cart-item-added', Type.Object({ productId: Id }))

/** Outbox topic for lines whose quantity was set, or that were removed: their quantity is then 0. */
export const CART_LINE_CHANGED_TOPIC = defineTopic(
  'cart-line-changed',
  Type.Object({ productId: Id, quantity: Count }),
)

/**
 * Sends an added cart item, in its current state, and changes of lines to the customer's open pages.
 * @param linesAt returns the cart line of each customer and product, in the same order; null if there is none.
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
      // The line was removed after the event: the gap in `seq` makes the page fetch its cart again.
      if (!line || userId === null || seq === null) return []
      return [message(CART_ITEM_ADDED, { ...line, seq }, userId)]
    })
  })
  outbox.on(CART_LINE_CHANGED_TOPIC, async (events) =>
    events.map(({ userId, payload: { productId, quantity } }) =>
      userId === null ? [] : [message(CART_LINE_CHANGED, { id: productId, quantity }, userId)],
    ),
  )
}
