/** Cash on delivery: which purchases and orders qualify, and how much to collect. */
import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'

export interface CashOnDelivery {
  is_on: boolean
  /** The maximum total of a cash purchase, in cents; null for no limit. */
  max_cents: number | null
}

/** Condition: a purchase of this total, in cents, can be paid in cash. */
export function takesCash(total: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from cash_on_delivery
    where is_on and ${total} > 0 and coalesce(${total} <= max_cents, max_cents is null)
  )`
}

/** Like `takesCash`, but for settings that have already been read. */
export function isInCash({ is_on, max_cents }: CashOnDelivery, total: number): boolean {
  return is_on && total > 0 && total <= (max_cents ?? Number.POSITIVE_INFINITY)
}

/** Condition: the order is paid, or confirmed and to be paid in cash. Worded exactly as in the partial indexes. */
export const IS_SENDABLE = sql`(state = 'complete' or (state = 'confirm' and payment = 'cash'))`

export interface DueInCash {
  /** Order ids, ascending; empty if there is nothing to collect. */
  orders: number[]
  /** The delivery fee if it is collected with these orders, otherwise 0. */
  deliveryCents: number
  /** The total including the fee. */
  totalCents: number
}

/**
 * The cash to collect for the orders of a purchase in one parcel.
 * @param parcelId null for the orders not sent yet.
 */
export async function findCashDue(db: Handle, purchaseId: number, parcelId: number | null) {
  const { rows } = await sql<DueInCash>`
    with due as (
      select id, order_cost(orders) as cents from orders
      where batch_id = ${purchaseId} and payment = 'cash' and state = 'confirm'
        and parcel_id is not distinct from ${parcelId}::bigint
    ), fee as (
      select case when exists (select from due) and not ${hasEarlierParcel(sql`${purchaseId}::bigint`, sql`${parcelId}::bigint`)}
          and not ${hasFee(purchaseId)} then delivery_cents else 0 end as cents
      from order_batch where id = ${purchaseId}
    )
    select coalesce(json_agg(due.id order by due.id), '[]') as orders,
      (select cents from fee) as "deliveryCents",
      (coalesce(sum(due.cents), 0) + (select cents from fee))::bigint as "totalCents"
    from due`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query for the cash to collect returned no row')
  return row
}

/**
 * Condition: an earlier parcel of the purchase is still unpaid, so the delivery fee is collected with that parcel.
 * @param parcelId null for orders not sent yet.
 */
export function hasEarlierParcel(
  purchaseId: RawBuilder<unknown>,
  parcelId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (
    select from orders earlier
    where earlier.batch_id = ${purchaseId} and earlier.state = 'confirm' and earlier.payment = 'cash'
      and earlier.parcel_id is not null and coalesce(earlier.parcel_id < ${parcelId}, true)
  )`
}

/** Condition: a payment for the purchase, neither failed nor voided, includes an unrefunded delivery fee. */
function hasFee(purchaseId: number): RawBuilder<boolean> {
  return sql`exists (
    select from payment join orders on orders.id = order_id
    where batch_id = ${purchaseId} and delivery_cents > 0 and delivery_returned_at is null
      and payment.state not in ('failed', 'voided')
  )`
}
