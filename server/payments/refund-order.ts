/**
 * Refunding a paid order. The shop's own ledger changes at once, in one transaction; the provider
 * is asked after the commit, through the outbox, until the refund succeeds.
 */
import type { AdminOrder } from '#contract/admin.ts'
import { recordChange } from '../audit/audit.ts'
import type { ManageOrders } from '../orders/manage-orders.ts'
import type { Orders } from '../orders/orders.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import type { OutboxEvent } from '../platform/outbox/outbox.ts'
import type { PayloadOf } from '../platform/outbox/topics.ts'
import * as store from './charges.store.ts'
import type {
  PaymentProvider,
  REFUND_PAYMENT_TOPIC,
  REFUND_SHARE_TOPIC,
  Refund,
} from './provider.ts'
import { traitsOf } from './providers.ts'
import { lockOrders } from './purchases.store.ts'

type Delivered<Topic> = Pick<OutboxEvent<PayloadOf<Topic>>, 'payload'>

export interface RefundParts {
  orders: Orders
  manageOrders: ManageOrders
  provider: PaymentProvider
  /** Notifies the outbox that there is something to deliver. */
  notify(): void
}

export type Refunds = ReturnType<typeof createRefunds>

export function createRefunds(
  db: Database,
  { orders, manageOrders, provider, notify }: RefundParts,
) {
  async function refundAtProvider(
    { paymentId, provider: taker }: { paymentId: string; provider: string },
    partOf: (payment: store.Payment) => Refund,
  ): Promise<void> {
    if (taker !== provider.name) {
      if (!traitsOf(taker).takesMoney) return
      throw new Error(`payment ${paymentId} was taken by ${taker}, which is not set up now`)
    }
    const payment = await store.findPayment(db.run, paymentId)
    if (!payment) throw new Error(`payment ${paymentId} is not there`)
    const refund = partOf(payment)
    if (refund.amountCents !== 0) await provider.refund(payment, refund)
  }

  return {
    /**
     * Refunding again changes nothing.
     * @param goodsBack whether the goods return to stock; else they are written off.
     * @throws ShopError `not_found`, `conflict` for an order that is not paid.
     */
    async refund(caller: Caller, orderId: number, goodsBack: boolean): Promise<AdminOrder> {
      return inTransaction(db, async (tx) => {
        await lockOrders(tx, { orderId })
        await orders.move(tx, {
          orderId,
          move: 'refund',
          by: 'admin',
          actorId: caller.id,
          goodsBack,
        })
        const paymentId = await store.refundCaptured(tx, orderId)
        if (paymentId !== null) {
          await store.askForRefund(tx, paymentId)
          await recordChange(tx, {
            actorId: caller.id,
            action: 'refund',
            entity: 'order',
            entityId: orderId,
            before: { state: 'complete' },
            after: { state: 'canceled', goodsBack },
          })
          tx.afterCommit(notify)
        }
        return manageOrders.findIn(tx, orderId)
      })
    },

    /** Delivers the topic; the provider refunds a payment once, however often it is asked. */
    deliverRefund: ({ payload }: Delivered<typeof REFUND_PAYMENT_TOPIC>): Promise<void> =>
      refundAtProvider(payload, (payment) => ({ key: payment.id, amountCents: null })),

    /** Delivers the topic, once as well. */
    deliverShareRefund: ({ payload }: Delivered<typeof REFUND_SHARE_TOPIC>): Promise<void> =>
      refundAtProvider(payload, ({ id, goodsCents, deliveryCents }) =>
        payload.part === 'goods'
          ? { key: id, amountCents: goodsCents }
          : { key: `${id}-delivery`, amountCents: deliveryCents },
      ),
  }
}
