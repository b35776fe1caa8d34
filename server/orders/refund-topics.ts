/** Refund requests to the provider that took the money; the outbox retries them until they succeed. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { defineTopic } from '../platform/outbox/topics.ts'

/** Outbox topic: refund a payment that makes up its whole charge. */
export const REFUND_PAYMENT_TOPIC = defineTopic(
  'refund-payment',
  Type.Object({ paymentId: Type.String(), provider: Type.String() }),
)

/**
 * Outbox topic: refund part of a charge, either the items of one payment or its delivery fee. Separate from
 * `refund-payment`, for which older servers refund the whole charge.
 */
export const REFUND_SHARE_TOPIC = defineTopic(
  'refund-share',
  Type.Object({
    paymentId: Type.String(),
    provider: Type.String(),
    part: Type.Enum(['goods', 'delivery']),
  }),
)

/**
 * Outbox topic: refund the amount of one row of `refund`: part of a captured payment, or the rest after earlier partial
 * refunds. Older servers leave this topic to newer ones.
 */
export const REFUND_PART_TOPIC = defineTopic(
  'refund-part',
  Type.Object({ refundId: Type.Integer(), provider: Type.String() }),
)

export const REFUND_TOPICS = [REFUND_PAYMENT_TOPIC, REFUND_SHARE_TOPIC, REFUND_PART_TOPIC].map(
  ({ name }) => name,
)

/** Subquery for the ids of orders whose refund was attempted at least once and has not succeeded yet. */
export const WAIT_FOR_REFUND = sql`(
  with asked as materialized (
    select payload from outbox
    where done_at is null and attempts > 0 and topic = any(${REFUND_TOPICS}::text[])
  )
  select order_id from payment where payment.id in (select (payload ->> 'paymentId')::uuid from asked)
  union
  select order_id from refund where refund.id in (select (payload ->> 'refundId')::bigint from asked)
)`
