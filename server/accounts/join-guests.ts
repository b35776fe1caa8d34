/** Moves guests' purchases to the account that has confirmed their email (decision 0061). */
import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'

/**
 * Moves the purchases of all guests with the account's email to the account. The transaction must already have locked
 * the account, and must confirm its email. Locks the guests, then their orders, then the rows that moving an order
 * locks. An order that a guest places concurrently stays with the guest.
 */
export async function joinGuests(tx: Tx, userId: number): Promise<void> {
  const { rows: guests } = await sql<{ id: number }>`
    select id from app_user
    where guest and disabled_at is null
      and lower(email) = (select lower(email) from app_user where id = ${userId})
    order by id for no key update`.execute(tx)
  if (guests.length === 0) return
  const guestIds = guests.map(({ id }) => id)
  const { rows: orders } = await sql<{ id: number; batchId: number }>`
    select id, batch_id as "batchId" from orders
    where user_id = any(${guestIds}::bigint[]) order by id for update`.execute(tx)
  const orderIds = orders.map(({ id }) => id)
  const batchIds = [...new Set(orders.map(({ batchId }) => batchId))].sort((a, b) => a - b)
  await moveCoupons(tx, userId, batchIds)
  for (const move of [
    // Removes idempotency keys: they are unique per customer, and the account never repeats a guest's requests.
    sql`update order_batch set user_id = ${userId}, idempotency_key = null
      where id = any(${batchIds}::bigint[])`,
    sql`update orders set user_id = ${userId} where id = any(${orderIds}::bigint[])`,
    sql`update order_history set actor_id = ${userId}
      where order_id = any(${orderIds}::bigint[]) and actor_id = any(${guestIds}::bigint[])`,
    sql`update invoice set user_id = ${userId} where purchase_id = any(${batchIds}::bigint[])`,
    sql`update guest_link set user_id = ${userId} where user_id = any(${guestIds}::bigint[])`,
    // An account without addresses gets those of the latest guest who has any. Orders keep copies of their own.
    sql`update address set user_id = ${userId}
      where user_id = (
        select max(user_id) from address where user_id = any(${guestIds}::bigint[])
      ) and not exists (select from address where user_id = ${userId})`,
  ]) {
    await move.execute(tx)
  }
}

/** Moves the purchases' coupon uses, except those already returned. */
async function moveCoupons(tx: Tx, userId: number, batchIds: readonly number[]): Promise<void> {
  await sql`select set_config('barq.join', 'on', true)`.execute(tx)
  await sql`
    with used as (
      select coupon_id, user_id from order_batch
      where id = any(${batchIds}::bigint[]) and coupon_id is not null and coupon_returned_at is null
      order by id for no key update
    ), fewer as (
      update coupon_customer own set uses = own.uses - gone.uses
      from (select coupon_id, user_id, count(*) as uses from used group by 1, 2) gone
      where own.coupon_id = gone.coupon_id and own.user_id = gone.user_id
    )
    insert into coupon_customer as own (coupon_id, user_id, uses)
    select coupon_id, ${userId}::bigint, count(*) from used group by coupon_id order by coupon_id
    on conflict (coupon_id, user_id) do update set uses = own.uses + excluded.uses`.execute(tx)
  await sql`select set_config('barq.join', 'off', true)`.execute(tx)
}
