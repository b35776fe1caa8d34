/**
 * Refunding a paid order. The shop's own ledger changes at once, in one transaction; the provider
 * is asked after the commit, through the outbox, until the refund succeeds.
 */
import { sql } from 'kysely'
import type { AdminOrder } from '#contract/admin.ts'
import { recordChange } from '../audit/audit.ts'
import type { ManageOrders } from '../orders/manage-orders.ts'
import type { Orders } from '../orders/orders.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import type { OutboxEvent } from '../platform/outbox/outbox.ts'
import { type PayloadOf, payloadOf } from '../platform/outbox/topics.ts'
import * as store from './payments.store.ts'
import type { PaymentProvider } from './provider.ts'
import { REFUND_PAYMENT_TOPIC } from './provider.ts'
import { traitsOf } from './providers.ts'

type Refund = Pick<OutboxEvent<PayloadOf<typeof REFUND_PAYMENT_TOPIC>>, 'payload'>

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
  return {
    /**
     * Refunding again changes nothing.
     * @param goodsBack whether the goods return to stock; else they are written off.
     * @throws ShopError `not_found`, `conflict` for an order that is not paid.
     */
    async refund(caller: Caller, orderId: number, goodsBack: boolean): Promise<AdminOrder> {
      return inTransaction(db, async (tx) => {
        await orders.move(tx, {
          orderId,
          move: 'refund',
          by: 'admin',
          actorId: caller.id,
          goodsBack,
        })
        if (await refundPayment(tx, orderId)) {
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
    async deliverRefund({ payload }: Refund): Promise<void> {
      const { paymentId, provider: taker } = payload
      if (taker !== provider.name) {
        if (!traitsOf(taker).takesMoney) return
        throw new Error(`payment ${paymentId} was taken by ${taker}, which is not set up now`)
      }
      const payment = await store.findStarted(db.run, paymentId)
      if (!payment) throw new Error(`payment ${paymentId} is not there`)
      await provider.refund(payment)
    },
  }
}

/** @returns whether there was a captured payment until now. */
async function refundPayment(tx: Handle, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    with refunded as (
      update payment set state = 'refunded', updated_at = now()
      where order_id = ${orderId} and state = 'captured' returning id, provider
    )
    insert into outbox (topic, payload)
    select ${REFUND_PAYMENT_TOPIC.name}, ${payloadOf(REFUND_PAYMENT_TOPIC, { paymentId: sql`id`, provider: sql`provider` })}
    from refunded returning id`.execute(tx)
  return rows.length > 0
}
