/** Channels and events of the real-time contract. Plain values: the page imports this file. */

/** The only channel that a customer may subscribe to. */
export function userChannel(userId: number): string {
  return `private-user.${userId}`
}

/** The channel of the shop's staff. */
export const ADMIN_CHANNEL = 'private-admin'

/** A CartItem, sent after it was stored. The name is from the specification. */
export const CART_ITEM_ADDED = 'my-event'
/** An Order, sent at each change of its state. */
export const ORDER_UPDATED = 'order-updated'
/** An Order, sent when it is placed. */
export const ORDER_PLACED = 'order-placed'
export const STOCK_LOW = 'stock-low'
