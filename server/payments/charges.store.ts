/** Charges: amounts that a provider collects in one step. Each order in a charge has a payment, which is its share. */
import { sql } from 'kysely'
import type { PaymentState } from '#contract/admin/orders.ts'
import type { OrderState } from '#contract/order-moves.ts'
import { lockOrders } from '../orders/lock-purchase.ts'
import {
  REFUND_PART_TOPIC,
  REFUND_PAYMENT_TOPIC,
  REFUND_SHARE_TOPIC,
} from '../orders/refund-topics.ts'
import type { Handle } from '../platform/db/database.ts'
import { writeEvent } from '../platform/outbox/topics.ts'
import { findRest, hasParts } from './part-refunds.store.ts'
import type { Charge, ChargeLine, Started } from './provider.ts'

export interface Begun extends Started {
  provider: string
}

export const BEGUN = sql`charge_id as "chargeId", provider, provider_ref as ref,
  payment.created_at as "startedAt"`

/**
 * Begins a charge for the orders, which must be locked, unpaid, and without a payment in progress.
 * @param deliveryCents the delivery fee that the charge includes; the first order's payment contains it.
 * @returns the charge's id. A charge with only one payment has that payment's id, so that older versions of the shop
 * can settle it.
 */
export async function startCharge(
  tx: Handle,
  orderIds: readonly number[],
  { provider, deliveryCents }: { provider: string; deliveryCents: number },
): Promise<string> {
  const isShared = orderIds.length > 1
  const { rows } = await sql<{ charge_id: string }>`
    with charge as materialized (select gen_random_uuid() as id)
    insert into payment (id, charge_id, order_id, provider, amount_cents, delivery_cents, state)
    select ${isShared ? sql`gen_random_uuid()` : sql`charge.id`}, charge.id, orders.id, ${provider},
      order_cost(orders) + fee.cents, fee.cents, 'started'
    from charge cross join orders cross join lateral (
      select case when orders.id = ${orderIds[0]}::bigint then ${deliveryCents}::bigint else 0 end as cents
    ) fee
    where orders.id = any(${[...orderIds]}::bigint[])
    returning charge_id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`the charge for order ${orderIds[0]} was not stored`)
  return row.charge_id
}

type ChargeRow = Begun &
  ChargeLine & {
    orderId: number
    amountCents: number
    deliveryCents: number
    discountCents: number
  }

/** What the provider needs to know about a charge; every read returns the same, except for `ref`. */
export async function readCharge(
  tx: Handle,
  chargeId: string,
): Promise<Charge & Pick<Begun, 'provider'>> {
  const { rows } = await sql<ChargeRow>`
    select ${BEGUN}, order_id as "orderId", amount_cents as "amountCents",
      delivery_cents as "deliveryCents", product_name as name,
      unit_price_cents as "unitPriceCents", quantity, discount_cents as "discountCents"
    from payment join orders on orders.id = order_id
    where charge_id = ${chargeId} order by order_id`.execute(tx)
  const [first] = rows
  if (!first) throw new Error(`charge ${chargeId} does not exist`)
  const { ref, startedAt, provider, orderId } = first
  return {
    chargeId,
    ref,
    startedAt,
    provider,
    orderId,
    lines: rows.map(toLine),
    deliveryCents: sumOf(rows, ({ deliveryCents }) => deliveryCents),
    amountCents: sumOf(rows, ({ amountCents }) => amountCents),
  }
}

/** A discount is rarely divisible by the number of units, so the units of a discounted order form a single line. */
function toLine({ name, unitPriceCents, quantity, discountCents }: ChargeRow): ChargeLine {
  if (discountCents === 0) return { name, unitPriceCents, quantity }
  return {
    name: quantity > 1 ? `${quantity} × ${name}` : name,
    unitPriceCents: unitPriceCents * quantity - discountCents,
    quantity: 1,
  }
}

export function sumOf<T>(rows: readonly T[], cents: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + cents(row), 0)
}

export interface LockedPayment {
  id: string
  provider: string
  state: PaymentState
  amountCents: number
  deliveryCents: number
  orderId: number
  purchaseId: number
  orderState: OrderState
  ageSeconds: number
  /** Whether a payment of the order is in review. */
  isInReview: boolean
  /** Whether another payment for the order is in progress or captured. */
  hasRival: boolean
  /**
   * Whether the order's price has changed, or its purchase has a delivery fee included neither in this charge nor in a
   * payment that took money.
   */
  isRepriced: boolean
}

/**
 * Locks the payments of a charge, sorted by order id. Locks the orders of the purchase before the payments, like all
 * other code, to avoid deadlocks.
 * @returns an empty list for an unknown charge.
 */
export async function lockCharge(tx: Handle, chargeId: string): Promise<LockedPayment[]> {
  const { rows: known } = await sql<{ order_id: number }>`
    select order_id from payment where charge_id = ${chargeId} limit 1`.execute(tx)
  const [one] = known
  if (!one) return []
  await lockOrders(tx, { orderId: one.order_id })
  const { rows } = await sql<LockedPayment>`
    select p.id, p.provider, p.state, p.amount_cents as "amountCents",
      p.delivery_cents as "deliveryCents", o.id as "orderId",
      o.batch_id as "purchaseId", o.state as "orderState",
      extract(epoch from now() - p.created_at)::double precision as "ageSeconds",
      exists (select from payment where order_id = o.id and state = 'review') as "isInReview",
      exists (
        select from payment rival where rival.order_id = p.order_id and rival.id <> p.id
          and rival.state in ('started', 'authorized', 'captured')
      ) as "hasRival",
      p.amount_cents - p.delivery_cents <> order_cost(o) or exists (
        select from order_batch b where b.id = o.batch_id and b.delivery_cents > 0 and not exists (
          select from payment fee join orders other on other.id = fee.order_id
          where other.batch_id = b.id and fee.delivery_cents > 0
            and (fee.charge_id = p.charge_id or fee.state in ('captured', 'refunded', 'review'))
        )
      ) as "isRepriced"
    from payment p join orders o on o.id = p.order_id
    where p.charge_id = ${chargeId} order by p.order_id for update of p`.execute(tx)
  return rows
}

export async function setPaymentState(
  tx: Handle,
  id: string,
  state: LockedPayment['state'],
  ref: string | null = null,
): Promise<void> {
  await sql`
    update payment set state = ${state}, provider_ref = coalesce(${ref}::text, provider_ref),
      updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Moves the delivery fee to another payment of the charge; both must be locked. */
export async function moveDeliveryFee(tx: Handle, fromId: string, toId: string): Promise<void> {
  await sql`
    update payment set
      amount_cents = case id when ${toId} then amount_cents + fee.cents else amount_cents - fee.cents end,
      delivery_cents = case id when ${toId} then fee.cents else 0 end, updated_at = now()
    from (select delivery_cents as cents from payment where id = ${fromId}) fee
    where id in (${fromId}, ${toId})`.execute(tx)
}

export async function keepRef(tx: Handle, chargeId: string, ref: string): Promise<void> {
  await sql`
    update payment set provider_ref = ${ref}, updated_at = now()
    where charge_id = ${chargeId} and provider_ref is null`.execute(tx)
}

/** Whether the shop's own refunds add up to the whole charge. */
export async function wentBack(tx: Handle, chargeId: string): Promise<boolean> {
  const { rows } = await sql<{ is_back: boolean }>`
    select sum(amount_cents) = coalesce((
      select sum(refund.amount_cents) from refund join payment p on p.id = payment_id
      where p.charge_id = ${chargeId}
    ), 0) as is_back
    from payment where charge_id = ${chargeId}`.execute(tx)
  return rows[0]?.is_back ?? false
}

/** Marks the delivery fee as refunded, since the provider has refunded the whole charge. */
export async function markDeliveryReturned(tx: Handle, chargeId: string): Promise<void> {
  await sql`
    update payment set delivery_returned_at = now(), updated_at = now()
    where charge_id = ${chargeId} and delivery_cents > 0 and delivery_returned_at is null`.execute(
    tx,
  )
}

/** The order's charge in progress, or null; if `ownerId` is set, only for that account's orders. */
export async function findOpen(db: Handle, orderId: number, ownerId: number | null) {
  const { rows } = await sql<Begun>`
    select ${BEGUN} from payment join orders o on o.id = order_id
    where order_id = ${orderId} and payment.state in ('started', 'authorized')
      and ${ownerId === null ? sql`true` : sql`o.user_id = ${ownerId}`}`.execute(db)
  return rows[0] ?? null
}

/**
 * Marks the order as a test order, which sales figures exclude. Call it before the order is paid: until then, the
 * figures count the order only as placed.
 */
export async function markTest(tx: Handle, id: number): Promise<void> {
  await sql`update orders set is_test = true where id = ${id}`.execute(tx)
}

/** Ends the order's hold, unless one of its payments is in review. */
export async function freeOrder(tx: Handle, id: number): Promise<void> {
  await sql`
    update orders set hold_expires_at = null
    where id = ${id}
      and not exists (select from payment where order_id = ${id} and state = 'review')`.execute(tx)
}

/** Holds the order indefinitely: its money does not match the charge, and staff must check it. */
export async function holdForReview(tx: Handle, id: number): Promise<void> {
  await sql`update orders set hold_expires_at = 'infinity' where id = ${id}`.execute(tx)
}

/** Marks the order's captured payment as refunded. @returns that payment's id; null if there is none. */
export async function refundCaptured(tx: Handle, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update payment set state = 'refunded', updated_at = now()
    where order_id = ${orderId} and state = 'captured' returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * Requests a refund of what is left of the items' price in a refunded payment, if anything. The delivery fee is
 * refunded separately, by `returnDeliveryFees`.
 */
export async function askForRefund(tx: Handle, paymentId: string): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  if (!payment) throw new Error(`payment ${paymentId} does not exist`)
  const { provider, isWhole } = payment
  const rest = await findRest(tx, paymentId)
  if (!rest) return
  // Refunds everything left of the charge, after any earlier refunds.
  if (isWhole) return writeEvent(tx, REFUND_PAYMENT_TOPIC, { paymentId, provider })
  if (await hasParts(tx, paymentId)) await writeEvent(tx, REFUND_PART_TOPIC, rest)
  else await writeEvent(tx, REFUND_SHARE_TOPIC, { paymentId, provider, part: 'goods' })
}

export interface Payment extends Begun {
  id: string
  goodsCents: number
  deliveryCents: number
  /** Whether the payment is the whole charge and includes no delivery fee. */
  isWhole: boolean
}

export async function findPayment(db: Handle, id: string): Promise<Payment | null> {
  const { rows } = await sql<Payment>`
    select id, ${BEGUN}, amount_cents - delivery_cents as "goodsCents",
      delivery_cents as "deliveryCents", delivery_cents = 0 and not exists (
        select from payment other where other.charge_id = payment.charge_id and other.id <> payment.id
      ) as "isWhole"
    from payment where id = ${id}`.execute(db)
  return rows[0] ?? null
}
