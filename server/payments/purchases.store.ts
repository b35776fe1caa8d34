import { sql } from 'kysely'
import type { OrderState } from '#contract/order-moves.ts'
import { batchOf, type PurchaseOf } from '../orders/lock-purchase.ts'
import { isOverdue, payBefore, prolonged, type Seconds } from '../orders/time-to-pay.ts'
import type { Handle } from '../platform/db/database.ts'
import { WITHOUT_MONEY } from './providers.ts'

export interface PayableOrder {
  id: number
  purchaseId: number
  state: OrderState
  totalCents: number
  isOverdue: boolean
  /** Whether the order received money that does not match its charge. */
  isInReview: boolean
  /** Whether the order is on its way unpaid, to be paid in cash on delivery. */
  isToBeCollected: boolean
  /** The charge in progress that includes the order; null if there is none. */
  chargeId: string | null
}

/** Locks the products of several orders in id order, as placing orders does; a single order needs no such lock. */
export async function lockProducts(tx: Handle, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length < 2) return
  await sql`
    select id from product
    where id in (select product_id from orders where id = any(${[...orderIds]}::bigint[]))
    order by id for no key update`.execute(tx)
}

/**
 * All orders of the customer's purchase; none if it belongs to another customer, or if the account was disabled or closed
 * after the request was authorized. The orders must be locked, so that this statement sees their current payments.
 * @param seconds the time to pay.
 */
export async function findPayable(
  tx: Handle,
  { ownerId, of, seconds }: { ownerId: number; of: PurchaseOf; seconds: Seconds },
): Promise<PayableOrder[]> {
  const { rows } = await sql<PayableOrder>`
    select id, batch_id as "purchaseId", state, order_cost(orders) as "totalCents",
      ${isOverdue(seconds)} as "isOverdue",
      exists (select from payment where order_id = orders.id and state = 'review') as "isInReview",
      state = 'confirm' and sent_at is not null as "isToBeCollected",
      (select charge_id from payment
        where order_id = orders.id and payment.state in ('started', 'authorized')) as "chargeId"
    from orders where batch_id = ${batchOf(of)} and user_id = ${ownerId}
      and exists (select from app_user where app_user.id = ${ownerId} and disabled_at is null)
    order by id`.execute(tx)
  return rows
}

/** Ends the purchase's charges in progress at providers that take no money, except at the current `provider`. */
export async function voidMoneyless(tx: Handle, of: PurchaseOf, provider: string): Promise<void> {
  await sql`
    update payment set state = 'voided', updated_at = now()
    where order_id in (select id from orders where batch_id = ${batchOf(of)})
      and provider = any(${WITHOUT_MONEY}::text[])
      and provider <> ${provider} and state in ('started', 'authorized')`.execute(tx)
}

/**
 * Holds the orders, so that they cannot be canceled while a payment is in progress. A payment that may outlast the time
 * to pay extends it; see time-to-pay.ts.
 * @param seconds the time to pay.
 */
export async function holdOrders(
  tx: Handle,
  ids: readonly number[],
  { minutes, seconds }: { minutes: number; seconds: Seconds },
): Promise<void> {
  const end = sql`now() + make_interval(mins => ${minutes})`
  await sql`
    update orders set hold_expires_at = ${end}, ${prolonged(end, seconds)}
    where id = any(${[...ids]}::bigint[])`.execute(tx)
}

export interface DeliveryFee {
  cents: number
  /**
   * Whether the fee was included in a payment that took money or is in review, and has not been refunded; true if there
   * is no fee.
   */
  isPaid: boolean
  /** The charge in progress that includes the fee; null if there is none. */
  chargeId: string | null
}

const NO_FEE: DeliveryFee = { cents: 0, isPaid: true, chargeId: null }

/** The orders of the purchase must be locked. */
export async function findDeliveryFee(tx: Handle, purchaseId: number): Promise<DeliveryFee> {
  const { rows } = await sql<DeliveryFee>`
    with fee as (
      select p.charge_id, p.state from payment p join orders o on o.id = p.order_id
      where o.batch_id = ${purchaseId} and p.delivery_cents > 0 and p.delivery_returned_at is null
    )
    select delivery_cents as cents,
      exists (select from fee where state in ('captured', 'refunded', 'review')) as "isPaid",
      (select charge_id from fee where state in ('started', 'authorized') limit 1) as "chargeId"
    from order_batch where id = ${purchaseId} and delivery_cents > 0`.execute(tx)
  return rows[0] ?? NO_FEE
}

/** Refunds all delivery fees that were paid except one, or all of them once every order is canceled. */
export async function returnDeliveryFees(tx: Handle, purchaseId: number): Promise<void> {
  await sql`select return_delivery_fees(${purchaseId})`.execute(tx)
}

export interface PurchaseMoney {
  deliveryCents: number
  /** The total paid for orders that became paid, including amounts refunded later. */
  paidCents: number
  refundedCents: number
  /** Whether a payment included a delivery fee that has not been refunded. */
  isDeliveryPaid: boolean
  /** When the first of the confirmed orders is canceled if it is not paid; null if none is. */
  payBefore: Date | null
}

/**
 * @param seconds the time to pay.
 * @returns null when the purchase does not belong to the customer `ownerId`.
 */
export async function findMoney(
  db: Handle,
  { ownerId, purchaseId, seconds }: { ownerId: number; purchaseId: number; seconds: Seconds },
) {
  const { rows } = await sql<PurchaseMoney>`
    select b.delivery_cents as "deliveryCents", money.*,
      (select min(${payBefore(seconds)}) from orders where batch_id = b.id) as "payBefore"
    from order_batch b cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as "paidCents",
        coalesce(sum(
          (select sum(refund.amount_cents) from refund where payment_id = p.id)
        ), 0)::bigint as "refundedCents",
        coalesce(bool_or(p.delivery_cents > 0 and delivery_returned_at is null), false) as "isDeliveryPaid"
      from payment p join orders o on o.id = p.order_id
      where o.batch_id = b.id and o.paid_at is not null and p.state in ('captured', 'refunded')
    ) money
    where b.id = ${purchaseId} and b.user_id = ${ownerId}`.execute(db)
  return rows[0] ?? null
}
