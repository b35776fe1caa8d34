/**
 * The price of a purchase after its customer gave up part of it: the rest is checked again for the coupon's minimum and
 * free delivery (decision 0048). Orders that are paid, being paid or on their way keep their price.
 */
import { type RawBuilder, sql } from 'kysely'
import { fromCents } from '#contract/money.ts'
import type { Cancellation } from '#contract/orders.ts'
import { deliveryFee } from '../coupons/coupon-kinds.ts'
import type { Handle } from '../platform/db/database.ts'
import { orNotFound } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { batchOf, type PurchaseOf } from './lock-purchase.ts'
import { ORDER_UPDATED_TOPIC } from './orders.events.ts'

/**
 * Condition on a row of `orders`: its customer canceled it unpaid, or did not pay in time. Cancellations and refunds
 * by the shop do not affect the rest.
 */
export const IS_GIVEN_UP = sql<boolean>`(orders.state = 'canceled' and orders.paid_at is null and exists (
  select from order_history
  where order_id = orders.id and move = 'cancel'
    and (actor = 'customer' or (actor = 'server' and from_state = 'confirm'))
))`

const LEAST = sql`(coupon ->> 'least_cents')::bigint`
const FREE_FROM = sql`(delivery ->> 'free_from_cents')::bigint`

/** Condition on a row of `order_batch`: the coupon's minimum is reached. @param items the item subtotal, in cents. */
const holds = (items: RawBuilder<unknown>) => sql`coalesce(${items} >= ${LEAST}, true)`

/** The delivery fee for a row of `order_batch`, in cents. @param items the item subtotal, in cents. */
export function feeFor(items: RawBuilder<unknown>) {
  const kind = sql`case when ${holds(items)} then coupon ->> 'kind' end`
  const fee = sql`case when ${items} >= ${FREE_FROM} then 0 else (delivery ->> 'fee_cents')::bigint end`
  return sql`case when delivery is null then 0 else ${deliveryFee(kind, fee)} end`
}

/**
 * Common table expressions: `mine`, the orders of a purchase, where `is_open` marks the orders whose price can still
 * change; and `rest`, at most one row, with the benefits that the rest of the purchase still qualifies for.
 * @param without the id of an order about to be canceled, whose open charge would end with it; null if there is none.
 */
function restOf(of: PurchaseOf, without: number | null) {
  return sql`
    ending as (
      select charge_id from payment
      where order_id = ${without}::bigint and state in ('started', 'authorized')
    ), mine as (
      select id, total_cents, discount_cents, is_gone,
        orders.state in ('pending', 'confirm') and sent_at is null and not is_gone and not is_being_paid as is_open,
        paid_at is not null or sent_at is not null or is_being_paid as is_settled
      from orders cross join lateral (
        select ${IS_GIVEN_UP} or id = ${without}::bigint is true as is_gone, exists (
          select from payment
          where order_id = orders.id and payment.state in ('started', 'authorized', 'review')
            and charge_id not in (select charge_id from ending)
        ) as is_being_paid
      ) now
      where batch_id = ${batchOf(of)}
    ), kept as (
      select coalesce(sum(total_cents) filter (where not is_gone), 0)::bigint as items,
        coalesce(bool_or(is_settled), false) as is_settled
      from mine
    ), rest as (
      select order_batch.*, ${holds(sql`items`)} as holds,
        case when is_settled then delivery_cents else ${feeFor(sql`items`)} end as fee
      from order_batch cross join kept
      where id = ${batchOf(of)} and exists (select from mine where is_open)
    )`
}

/**
 * Removes benefits that the rest of a purchase no longer qualifies for. The orders must be locked.
 * @returns whether the price has changed.
 */
export async function priceRest(tx: Handle, of: PurchaseOf): Promise<boolean> {
  const { rows } = await sql`
    with ${restOf(of, null)}, lost as (
      select mine.id, mine.discount_cents as cents from mine cross join rest
      where is_open and not holds and mine.discount_cents > 0
    ), priced as (
      update orders set discount_cents = 0, updated_at = now() from lost where orders.id = lost.id
    ), event as (
      insert into outbox (topic, payload)
      select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`id` })}
      from lost order by id
    )
    update order_batch set delivery_cents = fee,
      discount_cents = order_batch.discount_cents - (select coalesce(sum(cents), 0) from lost)
    from rest
    where order_batch.id = rest.id and (fee <> rest.delivery_cents or exists (select from lost))
    returning order_batch.id`.execute(tx)
  return rows.length > 0
}

interface RestRow {
  /** The price of the rest with its current benefits, in cents; null if there is no rest that can be priced. */
  before: number | null
  cents: number | null
  least: number | null
  free_from: number | null
}

/**
 * What remains to be paid for the rest of a purchase if the customer cancels this order; null if there is no rest that
 * can be priced.
 * @throws ShopError `not_found`.
 */
export async function findRest(
  db: Handle,
  ownerId: number,
  orderId: number,
): Promise<Cancellation['rest']> {
  const { rows } = await sql<RestRow>`
    with ${restOf({ orderId }, orderId)}, brought as (
      select exists (
        select from payment join mine on mine.id = order_id
        where delivery_cents > 0 and delivery_returned_at is null
          and payment.state in ('captured', 'refunded', 'review')
      ) as is_paid
    ), sums as (
      select coalesce(sum(total_cents), 0)::bigint as items,
        coalesce(sum(discount_cents), 0)::bigint as discount
      from mine where is_open
    )
    select (items - sums.discount + case when is_paid then 0 else rest.delivery_cents end)::bigint as before,
      (items - case when holds then sums.discount else 0 end + case when is_paid then 0 else fee end)::bigint as cents,
      case when not holds and (sums.discount > 0 or coupon ->> 'kind' = 'delivery') then ${LEAST} end as least,
      case when fee > rest.delivery_cents and coupon ->> 'kind' is distinct from 'delivery' then ${FREE_FROM} end as free_from
    from orders cross join sums cross join brought left join rest on true
    where orders.id = ${orderId} and orders.user_id = ${ownerId}`.execute(db)
  const row = orNotFound(rows[0])
  const { before, cents, least, free_from } = row
  if (before === null || cents === null) return null
  return {
    total: fromCents(cents),
    before: fromCents(before),
    couponFrom: least === null ? null : fromCents(least),
    freeDeliveryFrom: free_from === null ? null : fromCents(free_from),
  }
}

/** A minimum in cents that a purchase must reach, and what requires it. */
export interface Unearned {
  cents: number
  what: 'coupon' | 'delivery'
}

/**
 * The minimum that a purchase would miss if only `ids` were paid besides its paid orders; null if it would miss none.
 * Without this check, a customer could pay for `ids` at the reduced price and leave the rest unpaid. The orders must be
 * locked and priced.
 */
export async function findUnearned(tx: Handle, ids: readonly number[]): Promise<Unearned | null> {
  const isMeant = sql`orders.id = any(${[...ids]}::bigint[])`
  const { rows } = await sql<{ least: number | null; free_from: number | null }>`
    select case when not ${holds(sql`items`)} and (has_discount or coupon ->> 'kind' = 'delivery') then ${LEAST} end as least,
      ${FREE_FROM} as free_from
    from order_batch cross join lateral (
      select bool_or(${isMeant} and orders.discount_cents > 0) as has_discount,
        sum(total_cents) filter (where ${isMeant} or (
          case when orders.state = 'canceled' then not ${IS_GIVEN_UP} else paid_at is not null end
        )) as items
      from orders where batch_id = order_batch.id
    ) paid
    where id in (select batch_id from orders where ${isMeant}) and (
      (has_discount and not ${holds(sql`items`)}) or delivery_cents < ${feeFor(sql`items`)}
    )`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { least, free_from } = row
  if (least !== null) return { cents: least, what: 'coupon' }
  return { cents: free_from ?? 0, what: 'delivery' }
}
