/** Orders, managed by staff; refunds are in server/payments/refund-order.ts. */
import type { AddressBody } from '#contract/addresses.ts'
import type {
  AdminOrder,
  AdminOrderDetail,
  AdminOrdersQuery,
  CashDue,
  EditOf,
  OrderCounts,
} from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import type { Move } from '#contract/order-moves.ts'
import { checkAddress } from '../addresses/check-address.ts'
import { recordChange, versionOf } from '../audit/audit.ts'
import type { CatalogChanges } from '../catalog/catalog-changes.ts'
import {
  type Database,
  type Handle,
  inSnapshot,
  inTransaction,
  type Tx,
} from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound, ShopError } from '../platform/http/shop-error.ts'
import * as store from './admin-orders.store.ts'
import { findCashDue } from './cash-on-delivery.ts'
import { moveOrder } from './move-order.ts'
import { correctAddress, lockAddresses } from './order-address.ts'
import { findDeliveryRefund } from './order-money.ts'
import { stockMoved } from './orders.ts'
import { findPurchaseFacts } from './purchase-facts.ts'
import { countOrders } from './sales.ts'

export type ManageOrders = ReturnType<typeof createManageOrders>

/** @param notify starts delivering events, after a change that does not affect stock. */
export function createManageOrders(db: Database, changes: CatalogChanges, notify: () => void) {
  return {
    /** @param handle another feature's snapshot, if the list is read inside one. */
    list: (query: AdminOrdersQuery, handle: Handle = db.run) =>
      store.findAdminOrders(handle, query),

    counts: (): Promise<OrderCounts> =>
      inSnapshot(db, async (tx) => (await countOrders(tx)).counts),

    /** @throws ShopError `not_found`. */
    async find(id: number): Promise<AdminOrderDetail> {
      const data = orNotFound(await store.findAdminOrder(db.run, id))
      const [history, payments, purchase, together, deliveryCents, cash] = await Promise.all([
        store.findHistory(db.run, id),
        store.findPayments(db.run, id),
        findPurchaseFacts(db.run, data.purchaseId),
        store.findTogether(db.run, data),
        findDeliveryRefund(db.run, data),
        cashDue(db.run, data),
      ])
      return {
        data,
        addressVersion: addressVersion(data),
        purchase,
        together,
        deliveryRefund: fromCents(deliveryCents),
        cash,
        history,
        payments,
      }
    },

    /** For use inside another feature's transaction. @throws ShopError `not_found`. */
    findIn: async (handle: Handle, id: number): Promise<AdminOrder> =>
      orNotFound(await store.findAdminOrder(handle, id)),

    /**
     * Repeating a move changes nothing.
     * @param clear runs before the move in the same transaction, such as to give up a payment; the details it returns
     * are added to the audit log entry.
     * @throws ShopError `not_found`, `conflict`, and what `clear` throws.
     */
    async move(
      caller: Caller,
      orderId: number,
      move: Exclude<Move, 'pay' | 'refund'>,
      clear?: (tx: Tx) => Promise<Record<string, unknown> | null>,
    ): Promise<AdminOrder> {
      return inTransaction(db, async (tx) => {
        const before = await store.findAdminOrder(tx, orderId)
        const cleared = await clear?.(tx)
        const { order, changed } = await moveOrder(tx, {
          orderId,
          move,
          by: 'admin',
          actorId: caller.id,
        })
        if (changed || cleared) {
          await recordChange(tx, {
            actorId: caller.id,
            action: move,
            entity: 'order',
            entityId: orderId,
            before: { state: before?.state },
            after: { state: order.state, ...cleared },
          })
        }
        if (changed) tx.afterCommit(() => changes.announce(stockMoved([order], caller.id)))
        return this.findIn(tx, orderId)
      })
    },

    /**
     * Sets or corrects an order's address; see `correctAddress` for which other orders follow. The audit log says who
     * changed it and when, but not the address: entries stay when the account and its addresses are erased.
     * @throws ShopError `not_found`, `invalid`, `conflict`; `edited_meanwhile` if the address is not that of `version`.
     */
    async correctAddress(
      caller: Caller,
      orderId: number,
      { version, ...body }: EditOf<AddressBody>,
    ): Promise<AdminOrder> {
      const address = checkAddress(body)
      return inTransaction(db, async (tx) => {
        await lockAddresses(tx, orderId)
        const before = await this.findIn(tx, orderId)
        const ids = await correctAddress(tx, orderId, address)
        if (ids.length === 0) return before
        if (version !== undefined && version !== addressVersion(before)) {
          throw new ShopError('edited_meanwhile', 'error.editedMeanwhile')
        }
        const entry = { actorId: caller.id, action: 'address', entity: 'order' } as const
        await recordChange(
          tx,
          ...ids.map((entityId) => ({ ...entry, entityId, before: null, after: null })),
        )
        tx.afterCommit(notify)
        return this.findIn(tx, orderId)
      })
    },
  }
}

const addressVersion = ({ address }: AdminOrder): string => versionOf({ address })

/** The cash to collect for this order and the orders collected with it; null if there is none. */
async function cashDue(db: Handle, order: AdminOrder): Promise<CashDue | null> {
  if (order.payment !== 'cash' || order.state !== 'confirm') return null
  const parcel = order.parcel?.id ?? null
  const { orders, totalCents } = await findCashDue(db, order.purchaseId, parcel)
  return { orders, parcel, total: fromCents(totalCents) }
}
