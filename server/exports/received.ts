import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the amounts paid for an order, including its delivery fee (`received_cents`), for delivery alone
 * (`received_delivery_cents`), and refunded (`returned_cents`), in cents; 0 for a test order.
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
