/** Channels and events of the real-time contract. Plain values: the page imports this file. */

/** The one channel a customer may subscribe to. */
export function userChannel(userId: number): string {
  return `private-user.${userId}`
}

/** The channel of the shop's staff. */
export const ADMIN_CHANNEL = 'private-admin'

/** A CartItem, after it is stored. The name is the specification's. */
export const CART_ITEM_ADDED = 'my-event'
/** An Order, at each change of its state. */
export const ORDER_UPDATED = 'order-updated'
/** An Order, when it is new. */
export const ORDER_PLACED = 'order-placed'
export const STOCK_LOW = 'stock-low'
