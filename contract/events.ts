/**
 * Channels and events of real time, typed once for the server that sends and the page that hears.
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
  /** What arrives as the event's data; only a type, never a value. */
  payload?: Payload
}

/** An event, and the channels that it goes to, of the customer whom it is about if it is about one. */
export interface ShopEvent<Payload, About extends [customerId: number] | []>
  extends EventOf<Payload> {
  channels(...about: About): string[]
}

type CustomerEvent<Payload> = ShopEvent<Payload, [customerId: number]>

/** After it is stored; `seq` is its place among its customer's events. The name is the specification's. */
export const CART_ITEM_ADDED: CustomerEvent<CartItem & { seq: number }> = {
  name: 'my-event',
  channels: (customerId) => [userChannel(customerId)],
}

/** At each change of its state, and when it is given an address. */
export const ORDER_UPDATED: CustomerEvent<Order> = {
  name: 'order-updated',
  channels: (customerId) => [userChannel(customerId), ADMIN_CHANNEL],
}

/** When it is new. */
export const ORDER_PLACED: CustomerEvent<Order> = {
  name: 'order-placed',
  channels: (customerId) => [userChannel(customerId), ADMIN_CHANNEL],
}

/** Once, when an order takes its stock over the mark. */
export const STOCK_LOW: ShopEvent<ProductDetail, []> = {
  name: 'stock-low',
  channels: () => [ADMIN_CHANNEL],
}
