/** What customers do with their orders. */
import type { Order, OrderLine } from '#contract/orders.ts'
import type { CatalogChanges } from '../catalog/catalog-changes.ts'
import type { Database } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound } from '../platform/http/shop-error.ts'
import { inFlight } from './in-flight.ts'
import * as store from './orders.store.ts'
import { placeOrder } from './place-order.ts'

export type Orders = ReturnType<typeof createOrders>

export function createOrders(db: Database, changes: CatalogChanges) {
  const coalesce = inFlight<Order[]>()

  return {
    /** Newest first. */
    list: (caller: Caller): Promise<Order[]> => store.findOrders(db.read, caller.id),

    /** @throws ShopError `not_found`, for other people's orders too. */
    async find(caller: Caller, id: number): Promise<Order> {
      const order = await store.findOrder(db.read, caller.id, id)
      if (!order) throw notFound()
      return order
    },

    /** All lines or none; see `placeOrder` for what it throws. */
    async place(caller: Caller, lines: readonly OrderLine[], key: string | null): Promise<Order[]> {
      const place = async () => {
        const { orders, isNew } = await placeOrder(db, caller, lines, key)
        if (isNew) changes.announce(orders.map(({ Product }) => Product))
        return orders
      }
      // Older clients send no key: two taps on one button are one order while the first is under way.
      return key === null
        ? coalesce(`${caller.sessionId}:${JSON.stringify(lines)}`, place)
        : place()
    },
  }
}
