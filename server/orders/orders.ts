/** What customers do with their orders. */
import type { Order, OrderLine, OrdersQuery, OrdersReply } from '#contract/orders.ts'
import type { CatalogChange, CatalogChanges } from '../catalog/catalog-changes.ts'
import { createSingleFlight } from '../platform/concurrency/single-flight.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { type MoveRequest, moveOrder } from './move-order.ts'
import * as store from './orders.store.ts'
import { placeOrder } from './place-order.ts'
import type { UnpaidLimits } from './unpaid-limits.ts'

export type Orders = ReturnType<typeof createOrders>

/** An order that waits for the staff holds its stock no longer. */
const PENDING_SECONDS = 24 * 60 * 60
const HOUR_SECONDS = 60 * 60
/** Of a run of a timer, a thousand orders: a process that stops waits for the run to end. */
const ROUNDS_MAX = 20

/** @param limits of what a customer may hold unpaid; null for none. */
export function createOrders(
  db: Database,
  changes: CatalogChanges,
  limits: UnpaidLimits | null = null,
) {
  const coalesce = createSingleFlight<Order[]>()

  /** In a transaction or alone; the catalogue hears of it in either case. */
  async function move(tx: Tx | null, request: MoveRequest): Promise<Order> {
    const { order, changed } = await moveOrder(tx ?? db.run, request)
    const announce = async () => {
      await changes.announce(stockMoved([order]))
      // What is paid for makes the customer's rating of it count.
      if (request.move === 'pay') await changes.announce({ what: 'ratings', ids: [order.Product] })
    }
    if (changed && tx) tx.afterCommit(announce)
    else if (changed) await announce()
    return order
  }

  /** Moves what is due, round after round while there may be more and something moves. */
  async function moveDue(find: () => Promise<number[]>, what: 'confirm' | 'cancel'): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const ids = await find()
      let moved = 0
      for (const orderId of ids) {
        const request: MoveRequest = { orderId, move: what, by: 'server', actorId: null }
        // Another process may have been faster: then there is nothing left to do.
        moved += await move(null, request).then(() => 1, noneIfRefused)
      }
      if (ids.length < store.DUE_AT_ONCE || moved === 0) return
    }
  }

  return {
    /** A page, newest first. @throws ShopError `invalid` for a cursor of another list. */
    list: (caller: Caller, query: OrdersQuery = {}): Promise<OrdersReply> =>
      store.findOrders(db.run, caller.id, query),

    /** All of them, newest first, read in pages: no statement takes longer for a long history. */
    async listAll(caller: Caller): Promise<Order[]> {
      const all: Order[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await store.findOrders(db.run, caller.id, cursor ? { cursor } : {})
        all.push(...page.data)
        cursor = page.nextCursor
      }
      return all
    },

    /** @throws ShopError `not_found`, for other people's orders too. */
    async find(caller: Caller, id: number): Promise<Order> {
      const order = await store.findOrder(db.run, caller.id, id)
      if (!order) throw notFound()
      return order
    },

    /** As they are now, whoever they belong to; for the events. */
    byId: (ids: readonly number[]): Promise<Map<number, Order>> =>
      store.findOrdersById(db.run, ids),

    /** Part of another feature's transaction. @throws ShopError `not_found`, `conflict`. */
    move: (tx: Tx, request: MoveRequest): Promise<Order> => move(tx, request),

    /** Before anything is done to cancel an order. @throws ShopError `too_many`. */
    async countCancelling(caller: Caller): Promise<void> {
      if (!limits) return
      const limit = { attempts: limits.perHour, windowSeconds: HOUR_SECONDS }
      await countAttempt(db.run, `cancel:${caller.id}`, limit)
    },

    /** Before payment; the stock goes back. @throws ShopError `not_found`, `conflict`. */
    cancel: (caller: Caller, orderId: number): Promise<Order> =>
      move(null, {
        orderId,
        move: 'cancel',
        by: 'customer',
        actorId: caller.id,
        ownerId: caller.id,
      }),

    /** Completes the delivery process. @throws ShopError `not_found`, `conflict`. */
    deliver: (caller: Caller, orderId: number): Promise<Order> =>
      move(null, {
        orderId,
        move: 'deliver',
        by: 'customer',
        actorId: caller.id,
        ownerId: caller.id,
      }),

    /** Confirms what was placed at least so many seconds ago. */
    async confirmDue(seconds: number): Promise<void> {
      await moveDue(() => store.findToConfirm(db.run, seconds), 'confirm')
    },

    /**
     * Cancels what could be paid for so many seconds, and was not, and what waited a day for the
     * staff. What a payment has prolonged stays until then.
     */
    async cancelUnpaid(seconds: number): Promise<void> {
      const times = { pending: PENDING_SECONDS, confirmed: seconds }
      await moveDue(() => store.findUnpaid(db.run, times), 'cancel')
    },

    /**
     * All lines or none; see `placeOrder` for what it throws.
     * @param network the caller's address as `addressKey` has it.
     */
    async place(
      caller: Caller,
      lines: readonly OrderLine[],
      key: string | null,
      network: string | null = null,
    ): Promise<Order[]> {
      const place = async () => {
        const { orders } = await placeOrder(db, caller, { lines, key, limits, network })
        // Known ones too: the answer to who placed them first may have been lost before this.
        await changes.announce(stockMoved(orders))
        return orders
      }
      // Older clients send no key: two taps on one button are one order while the first is under way.
      return key === null
        ? coalesce(`${caller.sessionId}:${JSON.stringify(lines)}`, place)
        : place()
    },
  }
}

/** What an order does to the catalogue, and who must see it at once. */
export function stockMoved(orders: readonly Order[], actorId?: number): CatalogChange {
  const buyers = orders.map(({ orderBy }) => orderBy)
  return {
    what: 'stock',
    ids: orders.map(({ Product }) => Product),
    by: actorId === undefined ? buyers : [...buyers, actorId],
  }
}

function noneIfRefused(error: unknown): 0 {
  if (error instanceof ShopError) return 0
  throw error
}
