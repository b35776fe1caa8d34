/** SQL for partial refunds, after which the order stays paid. */
import { sql } from 'kysely'
import type { OrderState } from '#contract/order-moves.ts'
import { ORDER_UPDATED_TOPIC } from '../orders/orders.events.ts'
import { REFUND_PART_TOPIC } from '../orders/refund-topics.ts'
import type { Handle } from '../platform/db/database.ts'
import { payloadOf, writeEvent } from '../platform/outbox/topics.ts'

export interface Refundable {
  state: OrderState
  quantity: number
  costCents: number
  refundedUnits: number
  refundedCents: number
}

/** The order must be locked. @returns null when it does not exist. */
export async function findRefundable(tx: Handle, orderId: number): Promise<Refundable | null> {
  const { rows } = await sql<Refundable>`
    select state, quantity, order_cost(orders) as "costCents",
      refunded_units as "refundedUnits", refunded_cents as "refundedCents"
    from orders where id = ${orderId}`.execute(tx)
  return rows[0] ?? null
}

export interface PartRefund {
  orderId: number
  cents: number
  units: number
  goodsBack: boolean
  reason: string | null
  actorId: number
}

/**
 * Refunds part of a paid order: the refund row, the order, its product and the events change together or not at all.
 * The constraints of `orders` keep at least one unit unrefunded, and cap the refunds at what the order cost. A refund
 * is requested from the provider only if the amount is above zero.
 * @throws when the order is not paid, or has no captured payment.
 */
export async function insertPartRefund(tx: Handle, part: PartRefund): Promise<void> {
  const { orderId, cents, units, goodsBack, reason, actorId } = part
  const { rows } = await sql<{ id: number; provider: string }>`
    with given as (
      update orders set refunded_units = refunded_units + ${units}::integer,
        refunded_cents = refunded_cents + ${cents}::bigint, updated_at = now()
      where id = ${orderId} and state = 'complete'
      returning id, product_id
    ), paid as (
      update payment set updated_at = now() from given
      where payment.order_id = given.id and payment.state = 'captured'
      returning payment.id, payment.order_id, payment.provider
    ), part as (
      insert into refund (order_id, payment_id, amount_cents, kind, units, is_part, reason, actor_id)
      select order_id, id, ${cents}::bigint, 'goods', ${units}::integer, true, ${reason}::text,
        ${actorId}::bigint
      from paid returning id, order_id
    ), event as (
      insert into outbox (topic, payload)
      select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`order_id` })} from part
    ), stock as (
      update product set on_hand = on_hand + ${goodsBack ? units : 0}::integer,
        written_off = written_off + ${goodsBack ? 0 : units}::integer,
        sold = sold - ${units}::integer, updated_at = now()
      from given where product.id = given.product_id and ${units}::integer > 0
    ), ledger as (
      insert into stock_ledger (product_id, d_on_hand, reason, order_id, refund_id, actor_id)
      select product_id, ${goodsBack ? units : 0}::integer, ${goodsBack ? 'return' : 'write_off'},
        given.id, part.id, ${actorId}::bigint
      from given cross join part where ${units}::integer > 0
    )
    select part.id, paid.provider from part cross join paid`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`order ${orderId} has no payment for a partial refund`)
  if (cents === 0) return
  await writeEvent(tx, REFUND_PART_TOPIC, { refundId: row.id, provider: row.provider })
}

export async function hasParts(tx: Handle, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refund where payment_id = ${paymentId} and is_part limit 1`.execute(tx)
  return rows.length > 0
}

/** The full refund of a payment's items; null if no money was left to refund. */
export async function findRest(tx: Handle, paymentId: string) {
  const { rows } = await sql<{ refundId: number; provider: string }>`
    select refund.id as "refundId", provider
    from refund join payment on payment.id = payment_id
    where payment_id = ${paymentId} and kind = 'goods' and not is_part
      and refund.amount_cents > 0`.execute(tx)
  return rows[0] ?? null
}

/**
 * Records who refunded a payment's items, and the reason shown to the customer.
 * @returns the refunded amount, in cents.
 */
export async function noteFullRefund(
  tx: Handle,
  paymentId: string,
  { reason, actorId }: { reason: string | null; actorId: number },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    update refund set reason = ${reason}, actor_id = ${actorId}
    where payment_id = ${paymentId} and kind = 'goods' and not is_part
    returning amount_cents as cents`.execute(tx)
  return rows[0]?.cents ?? 0
}

export async function findRefund(db: Handle, id: number) {
  const { rows } = await sql<{ paymentId: string; cents: number }>`
    select payment_id as "paymentId", amount_cents as cents from refund
    where id = ${id}`.execute(db)
  return rows[0] ?? null
}
