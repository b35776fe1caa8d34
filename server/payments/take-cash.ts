/**
 * Records cash payments: staff already have the money, so the payment is captured immediately, in the same transaction
 * as the orders' moves.
 */
import { sql } from 'kysely'
import type { OrderState, WayToPay } from '#contract/order-moves.ts'
import { recordChange } from '../audit/audit.ts'
import { findCashDue } from '../orders/cash-on-delivery.ts'
import { lockOrders } from '../orders/lock-purchase.ts'
import type { Orders } from '../orders/orders.ts'
import { type Database, type Handle, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { setPaymentState, startCharge } from './charges.store.ts'
import { inReview, purchaseChanged, underWay } from './payment-errors.ts'
import { CASH } from './providers.ts'
import { lockProducts } from './purchases.store.ts'

interface CashOrder {
  id: number
  state: OrderState
  payment: WayToPay
  /** Null for an order that has not been sent. */
  parcelId: number | null
  isBeingPaid: boolean
  isInReview: boolean
  /** Whether the order was paid in cash. */
  isTaken: boolean
}

export interface Collected {
  /** Null for the orders that have not been sent. */
  parcelId: number | null
  totalCents: number
}

export type TakeCash = ReturnType<typeof createTakeCash>

export function createTakeCash(db: Database, orders: Orders) {
  async function take(tx: Tx, caller: Caller, due: CashOrder[], deliveryCents: number) {
    const ids = due.map(({ id }) => id)
    const chargeId = await startCharge(tx, ids, { provider: CASH, deliveryCents })
    await lockProducts(tx, ids)
    for (const { id, parcelId } of due) {
      const paymentId = await paymentOf(tx, chargeId, id)
      await setPaymentState(tx, paymentId, 'captured', `${CASH}-${chargeId}`)
      const by = { orderId: id, by: 'admin', actorId: caller.id } as const
      await orders.move(tx, { ...by, move: 'pay' })
      // Cash for a parcel is collected on its delivery.
      if (parcelId !== null) await orders.move(tx, { ...by, move: 'deliver' })
      await recordChange(tx, {
        actorId: caller.id,
        action: 'take_cash',
        entity: 'order',
        entityId: id,
        before: { state: 'confirm' },
        after: { state: 'complete' },
      })
    }
  }

  /**
   * Records payment for a purchase's confirmed orders that are in one parcel, or not sent yet. Marks orders in a parcel
   * as delivered. Repeating it changes nothing.
   * @throws ShopError `not_found`; `conflict` if there is nothing to collect in cash, a payment is in progress or in
   * review, or the total has changed.
   */
  return (caller: Caller, purchaseId: number, collected: Collected): Promise<void> =>
    inTransaction(db, async (tx) => {
      await lockOrders(tx, { purchaseId })
      const all = await findCashOrders(tx, purchaseId)
      if (all.length === 0) throw notFound()
      const meant = all.filter(({ parcelId }) => parcelId === collected.parcelId)
      const due = meant.filter(({ state }) => state === 'confirm')
      if (due.length === 0 && meant.some(({ isTaken }) => isTaken)) return
      refuse(all, due)
      const sum = await findCashDue(tx, purchaseId, collected.parcelId)
      if (sum.totalCents !== collected.totalCents) throw purchaseChanged()
      await take(tx, caller, due, sum.deliveryCents)
    })
}

function refuse(all: readonly CashOrder[], due: readonly CashOrder[]): void {
  const [first] = due
  if (first?.payment !== 'cash') {
    throw new ShopError('conflict', 'error.orderState', { state: all[0]?.state })
  }
  if (due.some(({ isInReview }) => isInReview)) throw inReview('confirm')
  if (due.some(({ isBeingPaid }) => isBeingPaid)) throw underWay()
}

/** The orders of the purchase must be locked. */
async function findCashOrders(tx: Handle, purchaseId: number): Promise<CashOrder[]> {
  const { rows } = await sql<CashOrder>`
    select orders.id, orders.state, orders.payment, parcel_id as "parcelId", money.*
    from orders cross join lateral (
      select coalesce(bool_or(p.state in ('started', 'authorized')), false) as "isBeingPaid",
        coalesce(bool_or(p.state = 'review'), false) as "isInReview",
        coalesce(bool_or(p.state = 'captured' and p.provider = ${CASH}), false) as "isTaken"
      from payment p where p.order_id = orders.id
    ) money
    where batch_id = ${purchaseId} order by orders.id`.execute(tx)
  return rows
}

async function paymentOf(tx: Handle, chargeId: string, orderId: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where charge_id = ${chargeId} and order_id = ${orderId}`.execute(tx)
  if (!rows[0]) throw new Error(`order ${orderId} has no payment in charge ${chargeId}`)
  return rows[0].id
}
