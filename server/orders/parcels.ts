/** Shipping: staff put paid orders and cash orders into a parcel, and enter the carrier and tracking details. */
import type { AdminParcel, PackingSlip, ParcelBody } from '#contract/admin.ts'
import type { AuditAction } from '#contract/audit-kinds.ts'
import type { SlipStage } from '#contract/order-moves.ts'
import { recordChange } from '../audit/audit.ts'
import { type Database, inSnapshot, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { moveOrder } from './move-order.ts'
import { findSlips } from './packing-slips.store.ts'
import * as store from './parcels.store.ts'

export type Parcels = ReturnType<typeof createParcels>

export function createParcels(db: Database, notify: () => void) {
  return {
    /**
     * Sends the orders together. A repeated request is rejected, since the orders have been sent by then.
     * @throws ShopError `not_found`; `conflict` for an order that is unpaid (unless it is to be paid in cash), has been
     * sent or delivered, or has no address, for orders with different customers or addresses, and for a cash order
     * whose purchase is being paid online or has a payment in review.
     */
    send: (caller: Caller, orderIds: readonly number[], body: ParcelBody): Promise<AdminParcel> =>
      inTransaction(db, async (tx) => {
        const ids = [...new Set(orderIds)]
        const orders = await store.lockToSend(tx, ids)
        if (orders.length < ids.length) throw notFound()
        refuseUnsendable(orders)
        // A customer who is paying online would pay the amount on the parcel's slip again.
        if (await store.isBeingPaid(tx, ids)) {
          throw new ShopError('conflict', 'error.paymentUnderWay', { state: 'confirm' })
        }
        const id = await store.writeParcel(tx, ids, factsOf(body))
        for (const { id: orderId } of orders) {
          await moveOrder(tx, { orderId, move: 'send', by: 'admin', actorId: caller.id })
        }
        return done(tx, caller, id, { action: 'send', before: null })
      }),

    /** Reads the slips in one snapshot, since an order may be sent between two reads. */
    slips: (
      stage: SlipStage,
      order: number | null,
    ): Promise<{ slips: PackingSlip[]; hasMore: boolean }> =>
      inSnapshot(db, (tx) => findSlips(tx, stage, order)),

    /** @throws ShopError `not_found`. */
    find: async (id: number): Promise<AdminParcel> =>
      orNotFound(await store.findParcel(db.run, id)),

    /** Corrects the carrier and tracking details; repeating it changes nothing. @throws ShopError `not_found`. */
    correct: (caller: Caller, id: number, body: ParcelBody): Promise<AdminParcel> =>
      inTransaction(db, async (tx) => {
        const before = orNotFound(await store.lockParcel(tx, id))
        const after = factsOf(body)
        if (store.PARCEL_FACTS.every((fact) => before[fact] === after[fact])) return before
        await store.correctParcel(tx, id, after)
        return done(tx, caller, id, { action: 'edit', before: factsOf(before) })
      }),
  }

  async function done(
    tx: Tx,
    caller: Caller,
    id: number,
    change: { action: AuditAction; before: store.ParcelFacts | null },
  ): Promise<AdminParcel> {
    const parcel = await store.findParcel(tx, id)
    if (!parcel) throw new Error(`parcel ${id} was not stored`)
    await recordChange(tx, {
      ...change,
      actorId: caller.id,
      entity: 'parcel',
      entityId: id,
      after: factsOf(parcel),
    })
    tx.afterCommit(notify)
    return parcel
  }
}

function refuseUnsendable(orders: readonly store.ToSend[]): void {
  const refused = orders.find(({ why }) => why !== null)
  if (refused?.why === 'address') throw new ShopError('conflict', 'error.parcelAddress')
  if (refused) throw new ShopError('conflict', 'error.orderState', { state: refused.state })
  if (new Set(orders.map(({ destination }) => destination)).size > 1) {
    throw new ShopError('conflict', 'error.parcelMixed')
  }
}

/** Turns blank and missing fields into null. */
function factsOf({ carrier, tracking_number, tracking_url }: ParcelBody): store.ParcelFacts {
  return {
    carrier: carrier || null,
    tracking_number: tracking_number || null,
    tracking_url: tracking_url || null,
  }
}
