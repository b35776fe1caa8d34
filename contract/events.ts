/**
 * Real-time channels and events, typed for both the server that sends them and the browser that receives them. The
 * browser loads this file, so it imports schemas as types only.
 */
import type { CartItem } from './cart-item.ts'
import type { ProductDetail } from './catalog.ts'
import type { Order } from './orders.ts'

/** The name of the only private channel that a customer may subscribe to. */
export function userChannel(userId: number): string {
  return `private-user.${userId}`
}

export const ADMIN_CHANNEL = 'private-admin'

export interface EventOf<Payload> {
  name: string
  /** Never set: it exists only to carry the type of the event's data. */
  payload?: Payload
}

/** An event and its channels, which depend on the customer's id if the event is about a customer. */
export interface ShopEvent<Payload, About extends [customerId: number] | []>
  extends EventOf<Payload> {
  channels(...about: About): string[]
}

type CustomerEvent<Payload> = ShopEvent<Payload, [customerId: number]>

/**
 * Sent once the cart line is stored. `seq` numbers the customer's cart events. The event's name is fixed by the
 * specification.
 */
export const CART_ITEM_ADDED: CustomerEvent<CartItem & { seq: number }> = {
  name: 'my-event',
  channels: (customerId) => [userChannel(customerId)],
}

/**
 * Sent when the quantity of a cart line changes, or the line is removed (`quantity` is then 0), except by adding or
 * ordering it. Not numbered, since a page that missed one is corrected by its next fetch.
 */
export const CART_LINE_CHANGED: CustomerEvent<{ id: number; quantity: number }> = {
  name: 'cart-line-changed',
  channels: (customerId) => [userChannel(customerId)],
}

/**
 * An order without its address and with null as the reason of every refund, since events may pass through a third-party
 * service. Pages that show the order fetch it in full.
 */
export type OrderEvent = Omit<Order, 'address'>

export const ORDER_UPDATED: CustomerEvent<OrderEvent> = {
  name: 'order-updated',
  channels: (customerId) => [userChannel(customerId), ADMIN_CHANNEL],
}

export const ORDER_PLACED: CustomerEvent<OrderEvent> = {
  name: 'order-placed',
  channels: (customerId) => [userChannel(customerId), ADMIN_CHANNEL],
}

/** Sent once, when an order brings a product's stock down to or below the low-stock limit. */
export const STOCK_LOW: ShopEvent<ProductDetail, []> = {
  name: 'stock-low',
  channels: () => [ADMIN_CHANNEL],
}
