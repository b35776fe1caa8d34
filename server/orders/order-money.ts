import { type RawBuilder, sql } from 'kysely'
import { fromCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Handle } from '../platform/db/database.ts'

/** An order's payments and refunds, in cents, as the database returns them, with times as JSON strings. */
export interface OrderMoney {
  paid: number
  /** The delivery fees that `paid` includes. */
  delivery: number
  refunds: Array<{
    cents: number
    units: number
    kind: 'goods' | 'delivery'
    reason: string | null
    at: string
  }>
}

/** SQL for the column `money`. @param orders the statement's alias for the `orders` row. */
export function moneyOf(orders: 'orders' | 'moved' | 'given') {
  const id = sql.ref(`${orders}.id`)
  return sql`(
    select jsonb_build_object(
      'paid', coalesce(sum(amount_cents), 0), 'delivery', coalesce(sum(delivery_cents), 0),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object('cents', amount_cents, 'units', units,
          'kind', kind, 'reason', reason, 'at', created_at) order by refund.id), '[]')
        from refund where refund.order_id = ${id}
      ))
    from payment where payment.order_id = ${id} and payment.state in ('captured', 'refunded')
  ) as money`
}

/** Condition: a payment for the order included the delivery fee of its purchase, which was not returned. */
export function paidFee(orderId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from payment where order_id = ${orderId} and payment.state in ('captured', 'refunded')
      and payment.delivery_cents > 0 and delivery_returned_at is null
  )`
}

/** @returns the delivery fee, in cents, that the database refunds together with the order (`return_delivery_fees`). */
export async function findDeliveryRefund(
  db: Handle,
  { id, purchaseId }: Pick<Order, 'id' | 'purchaseId'>,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(delivery_cents), 0)::bigint as cents
    from payment join orders paid on paid.id = order_id
    where paid.batch_id = ${purchaseId} and payment.state in ('captured', 'refunded')
      and delivery_returned_at is null and not exists (
        select from orders where batch_id = ${purchaseId} and id <> ${id} and state <> 'canceled'
      )`.execute(db)
  return rows[0]?.cents ?? 0
}

type WireMoney = Pick<Order, 'paid' | 'paidDelivery' | 'refunded' | 'owed' | 'refunds'>

/** Converts the sums to the wire format. @param money null in the response to placing an order. */
export function toWireMoney(
  state: Order['state'],
  costCents: number,
  money: OrderMoney | null,
): WireMoney {
  const { paid, delivery, refunds } = money ?? { paid: 0, delivery: 0, refunds: [] }
  const refunded = refunds.reduce((sum, { cents }) => sum + cents, 0)
  const isUnpaid = state === 'pending' || state === 'confirm'
  return {
    paid: fromCents(paid),
    paidDelivery: fromCents(delivery),
    refunded: fromCents(refunded),
    owed: fromCents(isUnpaid ? costCents : 0),
    refunds: refunds.map(({ cents, units, kind, reason, at }) => ({
      amount: fromCents(cents),
      units,
      kind,
      reason,
      at: new Date(at).toISOString(),
    })),
  }
}
