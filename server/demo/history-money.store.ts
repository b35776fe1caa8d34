/** The demo customer's invoices, her coupon, and a partial refund. */
import { sql } from 'kysely'
import { COPY_OF_COUPON } from '../coupons/coupon-terms.ts'
import type { Handle } from '../platform/db/database.ts'
import type { Present } from './history.store.ts'

/**
 * Writes invoices with the database function that also writes real ones, but only for the demo customer: for all
 * customers, it would take seconds.
 */
export async function storeInvoices(tx: Handle, { customerId }: Present): Promise<void> {
  await sql`
    select write_invoice(charge_id, paid_at) from (
      select distinct charge_id, paid_at from payment join orders on orders.id = order_id
      where user_id = ${customerId} and payment.state = 'captured' order by paid_at
    ) paid`.execute(tx)
}

/** The demo's coupon, limited to one use per customer; clear-demo.store.ts removes it. */
export const DEMO_COUPON = 'WELCOME10'
const PERCENT = 10

/** Stores the coupon and applies it to the demo customer's unpaid order. */
export async function storeCoupon(tx: Handle, { customerId }: Present): Promise<void> {
  await sql`
    with added as (
      insert into coupon (code, kind, percent, max_uses_per_customer, uses)
      values (${DEMO_COUPON}, 'percent', ${PERCENT}, 1, 1) returning *
    ), used as (
      insert into coupon_customer (coupon_id, user_id, uses)
      select id, ${customerId}, 1 from added
    ), discounted as (
      update orders set discount_cents = round(total_cents * ${PERCENT} / 100.0)
      where user_id = ${customerId} and state = 'confirm' and demo
      returning batch_id, discount_cents
    )
    update order_batch b set coupon_id = c.id, discount_cents = discounted.cents,
      coupon = ${COPY_OF_COUPON}
    from added c, (
      select batch_id, sum(discount_cents) as cents from discounted group by batch_id
    ) discounted
    where b.id = discounted.batch_id`.execute(tx)
}

const BACK_CENTS = 1500

/** Partially refunds the demo customer's last delivered order: an amount, but no units. */
export async function storePartRefund(tx: Handle, { customerId, adminId }: Present): Promise<void> {
  await sql`
    with refunded as (
      update orders set refunded_cents = ${BACK_CENTS}, updated_at = now() where id = (
        select max(id) from orders
        where user_id = ${customerId} and demo and state = 'complete' and delivered_at is not null
      ) returning id
    )
    insert into refund (order_id, payment_id, amount_cents, kind, is_part, reason, actor_id)
    select refunded.id, payment.id, ${BACK_CENTS}, 'goods', true,
      'The strap had a scratch. Sorry about that!', ${adminId}
    from refunded join payment on payment.order_id = refunded.id
      and payment.state = 'captured'`.execute(tx)
}
