/**
 * Refunding a paid order, in full or in part. The shop's own ledger changes immediately, in one transaction; after the
 * commit, the outbox requests the refund from the provider until it succeeds.
 */
import type { AdminOrder } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import { recordChange } from '../audit/audit.ts'
import { lockOrders } from '../orders/lock-purchase.ts'
import type { ManageOrders } from '../orders/manage-orders.ts'
import type {
  REFUND_PART_TOPIC,
  REFUND_PAYMENT_TOPIC,
  REFUND_SHARE_TOPIC,
} from '../orders/refund-topics.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import type { OutboxEvent } from '../platform/outbox/outbox.ts'
import type { PayloadOf } from '../platform/outbox/topics.ts'
import * as store from './charges.store.ts'
import * as parts from './part-refunds.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import type { Refund } from './provider.ts'
import { traitsOf } from './providers.ts'
import { partOf, type RefundRequest } from './refund-part.ts'

type Delivered<Topic> = Pick<OutboxEvent<PayloadOf<Topic>>, 'payload'>

interface RefundParts extends Pick<PaymentParts, 'orders' | 'provider'> {
  manageOrders: ManageOrders
  /** Starts the delivery of events; called after the commit that wrote them. */
  notify(): void
}

export type Refunds = ReturnType<typeof createRefunds>

export function createRefunds(
  db: Database,
  { orders, manageOrders, provider, notify }: RefundParts,
) {
  async function refundAtProvider(
    { paymentId, provider: taker }: { paymentId: string; provider: string },
    refundOf: (payment: store.Payment) => Refund,
  ): Promise<void> {
    if (taker !== provider.name) {
      if (!traitsOf(taker).takesMoney) return
      throw new Error(
        `payment ${paymentId} was made through ${taker}, which is no longer configured`,
      )
    }
    const payment = await store.findPayment(db.run, paymentId)
    if (!payment) throw new Error(`payment ${paymentId} does not exist`)
    const refund = refundOf(payment)
    if (refund.amountCents !== 0) await provider.refund(payment, refund)
  }

  async function refundWhole(
    tx: Tx,
    caller: Caller,
    orderId: number,
    { goodsBack, reason }: RefundRequest,
  ): Promise<void> {
    await orders.move(tx, { orderId, move: 'refund', by: 'admin', actorId: caller.id, goodsBack })
    const paymentId = await store.refundCaptured(tx, orderId)
    if (paymentId === null) return
    const cents = await parts.noteFullRefund(tx, paymentId, { reason, actorId: caller.id })
    await store.askForRefund(tx, paymentId)
    const after = { state: 'canceled', refunded: fromCents(cents), goodsBack }
    await record(tx, caller, orderId, { before: { state: 'complete' }, after })
  }

  async function refundPart(
    tx: Tx,
    caller: Caller,
    orderId: number,
    { goodsBack, reason }: RefundRequest,
    { cents, units }: { cents: number; units: number },
  ): Promise<void> {
    await parts.insertPartRefund(tx, {
      orderId,
      cents,
      units,
      goodsBack,
      reason,
      actorId: caller.id,
    })
    const after = { refunded: fromCents(cents), ...(units > 0 && { units, goodsBack }) }
    await record(tx, caller, orderId, { before: {}, after })
  }

  async function record(
    tx: Tx,
    { id: actorId }: Caller,
    entityId: number,
    change: { before: Record<string, unknown>; after: Record<string, unknown> },
  ): Promise<void> {
    await recordChange(tx, { actorId, action: 'refund', entity: 'order', entityId, ...change })
    tx.afterCommit(notify)
  }

  return {
    /**
     * Refunds an order, some of its units, or an amount. Units are refunded at the price paid for them or, if less, at
     * what earlier refunds left of the order's price; an amount leaves units and state unchanged. A full refund cancels
     * the order, and so does refunding its last units. Repeating a full refund changes nothing.
     * @throws ShopError `not_found`; `conflict` for an order that is not paid, or whose remainder differs from what the
     * request expects; `invalid` for a part that exceeds the remainder, or for both units and an amount.
     */
    async refund(caller: Caller, orderId: number, request: RefundRequest): Promise<AdminOrder> {
      return inTransaction(db, async (tx) => {
        await lockOrders(tx, { orderId })
        const part = partOf(await parts.findRefundable(tx, orderId), request)
        if (part === 'whole') await refundWhole(tx, caller, orderId, request)
        else await refundPart(tx, caller, orderId, request, part)
        const order = await manageOrders.findIn(tx, orderId)
        if (part !== 'whole' && part.units > 0) {
          tx.afterCommit(() => orders.announceStock(order, caller.id))
        }
        return order
      })
    },

    /** Requests the refund from the provider. The request has a key, so repeating it does not refund again. */
    deliverRefund: ({ payload }: Delivered<typeof REFUND_PAYMENT_TOPIC>): Promise<void> =>
      refundAtProvider(payload, (payment) => ({ key: payment.id, amountCents: null })),

    deliverShareRefund: ({ payload }: Delivered<typeof REFUND_SHARE_TOPIC>): Promise<void> =>
      refundAtProvider(payload, ({ id, goodsCents, deliveryCents }) =>
        payload.part === 'goods'
          ? { key: id, amountCents: goodsCents }
          : { key: `${id}-delivery`, amountCents: deliveryCents },
      ),

    async deliverPartRefund({ payload }: Delivered<typeof REFUND_PART_TOPIC>): Promise<void> {
      const refund = await parts.findRefund(db.run, payload.refundId)
      if (!refund) throw new Error(`refund ${payload.refundId} does not exist`)
      const { paymentId, cents } = refund
      const key = `${paymentId}-part-${payload.refundId}`
      await refundAtProvider({ ...payload, paymentId }, () => ({ key, amountCents: cents }))
    },
  }
}
