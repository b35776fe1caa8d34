import type { OrderEvent } from '#contract/events.ts'
import { ORDER_LINES_MAX } from '#contract/limits.ts'
import type { Cancellation, Order, OrderLine, OrdersQuery, OrdersReply } from '#contract/orders.ts'
import type { CatalogChange, CatalogChanges } from '../catalog/catalog-changes.ts'
import type { Guesser } from '../coupons/coupon-guesses.ts'
import { createSingleFlight } from '../platform/concurrency/single-flight.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { type CancelRequest, cancelOrder } from './cancel-order.ts'
import { type MoveRequest, moveOrder } from './move-order.ts'
import { setAddress } from './order-address.ts'
import type { Placing } from './order-statement.ts'
import * as store from './orders.store.ts'
import { placeOrder } from './place-order.ts'
import { findRest } from './price-of-rest.ts'
import { type Purchase, type QuoteWithReason, quotePurchase } from './quote.ts'
import type { Seconds } from './time-to-pay.ts'
import type { UnpaidLimits } from './unpaid-limits.ts'

export type Orders = ReturnType<typeof createOrders>

/** An order still unconfirmed after this time is canceled, which releases its stock. */
const PENDING_SECONDS = 24 * 60 * 60
const HOUR_SECONDS = 60 * 60
/** The maximum number of batches per timer run, a thousand orders: a stopping process waits for the run to end. */
const ROUNDS_MAX = 20
/** Orders per slice of an export; reading and writing a slice takes a few milliseconds. */
const SLICE = 20

/**
 * The caller's choices besides the lines. Null means the customer's default address, the first shipping method that
 * covers it, no coupon, any total, or no note.
 */
type Chosen = Pick<
  Placing,
  'addressId' | 'deliveryId' | 'coupon' | 'totalCents' | 'note' | 'payment'
>

const NOTHING_CHOSEN: Chosen = {
  addressId: null,
  deliveryId: null,
  coupon: null,
  totalCents: null,
  note: null,
  payment: 'online',
}

interface OrdersOptions {
  addressRequired?: boolean
  minimumCents?(): number
  /** Starts delivering events; called after an order change that does not affect stock. */
  notify?(): void
}

export function createOrders(
  db: Database,
  changes: CatalogChanges,
  limits: UnpaidLimits | null = null,
  { addressRequired = false, minimumCents = () => 0, notify = () => {} }: OrdersOptions = {},
) {
  const coalesce = createSingleFlight<Order[]>()

  function moved(tx: Tx | null, request: CancelRequest) {
    if (request.move !== 'cancel') return moveOrder(tx ?? db.run, request)
    return tx ? cancelOrder(tx, request) : inTransaction(db, (own) => cancelOrder(own, request))
  }

  /** Makes a move, inside `tx` if there is one. If the order changed, notifies the catalog after the commit. */
  async function move(tx: Tx | null, request: CancelRequest): Promise<Order> {
    const { order, changed } = await moved(tx, request)
    const announce = async () => {
      await changes.announce(stockMoved([order]))
      // The customer's rating of a product counts once the product is paid for.
      if (request.move === 'pay') await changes.announce({ what: 'ratings', ids: [order.Product] })
    }
    if (changed && tx) tx.afterCommit(announce)
    else if (changed) await announce()
    return order
  }

  /** Moves due orders, batch by batch, while batches are full and at least one order moves. */
  async function moveDue(
    find: () => Promise<number[]>,
    what: Pick<MoveRequest, 'move' | 'onlyIf'>,
  ): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const ids = await find()
      let moved = 0
      for (const orderId of ids) {
        const request: MoveRequest = { ...what, orderId, by: 'server', actorId: null }
        // If another process or a person moved the order first, there is nothing left to do.
        moved += await move(null, request).then(() => 1, noneIfRefused)
      }
      if (ids.length < store.DUE_AT_ONCE || moved === 0) return
    }
  }

  return {
    list: (caller: Caller, query: OrdersQuery = {}): Promise<OrdersReply> =>
      store.findOrders(db.run, caller.id, query),

    /** All orders of the customer, newest first, a few at a time: thousands at once would block other requests. */
    async *slices(caller: Caller): AsyncGenerator<Order[]> {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await store.findOrders(db.run, caller.id, {
          limit: SLICE,
          ...(cursor && { cursor }),
        })
        yield page.data
        cursor = page.nextCursor
      }
    },

    /** @throws ShopError `not_found`, also for other people's orders. */
    find: async (caller: Caller, id: number): Promise<Order> =>
      orNotFound(await store.findOrder(db.run, caller.id, id)),

    /** All orders of a purchase; empty for another customer's purchase. */
    inPurchase: (caller: Caller, purchaseId: number): Promise<Order[]> =>
      store.findPurchase(db.run, caller.id, purchaseId),

    eventsById: (ids: readonly number[]): Promise<Map<number, OrderEvent>> =>
      store.findOrderEvents(db.run, ids),

    /** For use inside another feature's transaction. @throws ShopError `not_found`, `conflict`. */
    move: (tx: Tx, request: MoveRequest): Promise<Order> => move(tx, request),

    /** Call after the stock of the order's product changes outside a move. */
    announceStock: (order: Order, actorId: number): Promise<void> =>
      changes.announce(stockMoved([order], actorId)),

    /**
     * Counts an attempt to cancel an order; call it before any other work. The limit lets a whole purchase be canceled.
     * @throws ShopError `too_many`.
     */
    async countCanceling(caller: Caller): Promise<void> {
      if (!limits) return
      const limit = { attempts: ORDER_LINES_MAX, windowSeconds: HOUR_SECONDS }
      await countAttempt(db.run, `cancel:${caller.id}`, limit)
    },

    /**
     * Cancels an unpaid order and releases its stock.
     * @param restCents see `cancelOrder`.
     * @throws ShopError `not_found`, `conflict`.
     */
    cancel: (caller: Caller, orderId: number, restCents: number | null = null): Promise<Order> =>
      move(null, { ...byOwner(caller), orderId, move: 'cancel', restCents }),

    /** What the rest of the purchase costs if the order is canceled. @throws ShopError `not_found`. */
    findCancellation: async ({ id }: Caller, orderId: number): Promise<Cancellation> => ({
      rest: await findRest(db.run, id, orderId),
    }),

    /** Marks a paid order as delivered. @throws ShopError `not_found`, `conflict`. */
    deliver: (caller: Caller, orderId: number): Promise<Order> =>
      move(null, { ...byOwner(caller), orderId, move: 'deliver' }),

    quote: (guesser: Guesser, purchase: Purchase): Promise<QuoteWithReason> =>
      quotePurchase(db.run, guesser, purchase, minimumCents()),

    async setAddress(caller: Caller, orderId: number, addressId: number): Promise<Order> {
      const order = await setAddress(db.run, { userId: caller.id, orderId, addressId })
      notify()
      return order
    },

    async confirmDue(seconds: number): Promise<void> {
      await moveDue(() => store.findToConfirm(db.run, seconds), { move: 'confirm' })
    },

    /**
     * Cancels confirmed orders whose time to pay is over, orders not confirmed by staff within a day, and unpaid orders
     * of closed accounts. If a payment extended an order's time to pay, the order stays until the extension ends.
     */
    async cancelUnpaid(seconds: Seconds): Promise<void> {
      const onlyIf = store.isToCancel({ pending: PENDING_SECONDS, confirmed: seconds })
      await moveDue(() => store.findUnpaid(db.run, onlyIf), { move: 'cancel', onlyIf })
    },

    /**
     * Orders all lines or none; see `placeOrder` for the errors.
     * @param network the caller's IP address as `addressKey` returns it.
     */
    async place(
      caller: Caller,
      lines: readonly OrderLine[],
      key: string | null,
      network: string | null = null,
      chosen: Partial<Chosen> = {},
    ): Promise<Order[]> {
      const placing = {
        ...NOTHING_CHOSEN,
        ...chosen,
        lines,
        key,
        network,
        limits,
        addressRequired,
        minimumCents: minimumCents(),
      }
      const place = async () => {
        const orders = await placeOrder(db, caller, placing)
        // Repeated requests also announce the change: the first attempt's notification may have been lost.
        await changes.announce(stockMoved(orders))
        return orders
      }
      // Older clients send no key: a second tap joins the first tap's request while it is in progress.
      return key === null
        ? coalesce(JSON.stringify([caller.sessionId, chosen, lines]), place)
        : place()
    },
  }
}

function byOwner({ id }: Caller) {
  return { by: 'customer', actorId: id, ownerId: id } as const
}

/** The stock change caused by orders, which their customers and `actorId` must see immediately. */
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
