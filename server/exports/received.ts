import { type RawBuilder, sql } from 'kysely'

/**
 * Selects three amounts of an order, in cents: paid, including the delivery fee (`received_cents`); paid for delivery
 * alone (`received_delivery_cents`); refunded (`returned_cents`). All are 0 for a test order.
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
