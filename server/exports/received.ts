import { type RawBuilder, sql } from 'kysely'

/**
 * Selects three amounts for an order, in cents: `received_cents` (paid, including the delivery fee),
 * `received_delivery_cents` (paid for delivery alone) and `returned_cents` (refunded). All are 0 for test orders.
 */
export function receivedFor(
  order: RawBuilder<unknown>,
  isTest: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select coalesce(sum(amount_cents), 0)::bigint as received_cents,
      coalesce(sum(payment.delivery_cents), 0)::bigint as received_delivery_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from refund
        where order_id = ${order} and not ${isTest}) as returned_cents
    from payment where order_id = ${order} and state in ('captured', 'refunded') and not ${isTest}`
}
