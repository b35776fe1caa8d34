/**
 * Real-time channels and events, typed once for the server that sends and the page that receives.
 * Plain values: the page imports this file, and schemas are types only.
 */
import type { CartItem } from './cart-item.ts'
import type { ProductDetail } from './catalog.ts'
import type { Order } from './orders.ts'

/** The only channel that a customer may subscribe to. */
export function userChannel(userId: number): string {
  return `private-user.${userId}`
}

/** The channel of the shop's staff. */
export const ADMIN_CHANNEL = 'private-admin'

export interface EventOf<Payload> {
  name: string
  /** The type of the event's data; never has a value. */
  payload?: Payload
}

/** An event and its channels; an event about a customer takes that customer's id. */
export interface ShopEvent<Payload, About extends [customerId: number] | []>
  extends EventOf<Payload> {
  channels(...about: About): string[]
}

type CustomerEvent<Payload> = ShopEvent<Payload, [customerId: number]>

/** Sent once the line is stored; `seq` numbers the customer's events. The specification prescribes the name. */
export const CART_ITEM_ADDED: CustomerEvent<CartItem & { seq: number }> = {
  name: 'my-event',
  channels: (customerId) => [userChannel(customerId)],
}

/**
 * An order without its address or the reasons of its refunds, since events may pass through a third
 * party's service. Pages fetch the order that they show.
 */
export type OrderEvent = Omit<Order, 'address'>

/** Sent each time the order changes state, and when its address is set. */
export const ORDER_UPDATED: CustomerEvent<OrderEvent> = {
  name: 'order-updated',
  channels: (customerId) => [userChannel(customerId), ADMIN_CHANNEL],
}

/** Sent when an order is placed. */
export const ORDER_PLACED: CustomerEvent<OrderEvent> = {
  name: 'order-placed',
  channels: (customerId) => [userChannel(customerId), ADMIN_CHANNEL],
}

/** Sent once, when an order lowers a product's stock to the low-stock limit or below. */
export const STOCK_LOW: ShopEvent<ProductDetail, []> = {
  name: 'stock-low',
  channels: () => [ADMIN_CHANNEL],
}
