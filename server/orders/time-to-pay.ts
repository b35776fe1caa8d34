/**
 * How long a confirmed order holds its stock. The time to pay starts at confirmation. A payment that may outlast it
 * extends it, a payment begun during the extension extends it a second time, and later payments do not extend it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ShopRules } from '#contract/admin.ts'

/** The maximum number of extensions; must match the constraint of `orders`. */
const PROLONGED_MAX = 2

export const A_DAY = 24 * 60 * 60

export type Seconds = number | RawBuilder<number>

/** Condition on a row of `orders`: no payment holds the order. One in review holds it until its money is refunded. */
export const IS_NOT_HELD = sql<boolean>`coalesce(hold_expires_at < now(), true)`

/**
 * The time to pay, in seconds: as set in the environment, else as staff chose it, else the default, or a day if staff
 * confirm orders themselves, since customers may be asleep then.
 */
export function timeToPay({
  orderTimes: { unpaidExpiresAfter },
  fixedRules,
}: {
  orderTimes: { unpaidExpiresAfter: number }
  fixedRules: Pick<Partial<ShopRules>, 'pay_minutes'>
}): Seconds {
  if (fixedRules.pay_minutes !== undefined) return unpaidExpiresAfter
  return sql<number>`(
    select coalesce(pay_minutes * 60, case when auto_confirm then ${unpaidExpiresAfter}::integer else ${A_DAY} end)
    from shop_rules)`
}

/**
 * Condition on a row of `orders`: the server cancels it if it is not paid in time. Demo orders are old when they are
 * created and can still be paid; cash is paid on delivery.
 */
const IS_TO_BE_PAID = sql`state = 'confirm' and not demo and payment = 'online'`

const deadline = (seconds: Seconds) => sql`confirmed_at + make_interval(secs => ${seconds})`

/**
 * The time at which a row of `orders` becomes overdue if it is not paid, of type timestamptz; null if it cannot, for
 * instance while its payment is in review.
 */
export function payBefore(seconds: Seconds): RawBuilder<Date | null> {
  return sql`case when ${IS_TO_BE_PAID} and hold_expires_at is distinct from 'infinity' then greatest(
    ${deadline(seconds)}, hold_expires_at,
    case when prolonged < ${PROLONGED_MAX} then prolonged_until end) end`
}

/**
 * Condition on a row of `orders`: its time to pay is over, and no payment extends it.
 * @param seconds from the confirmation, without extensions.
 */
export function isOverdue(seconds: Seconds): RawBuilder<boolean> {
  return sql`(${IS_TO_BE_PAID}
    and confirmed_at <= now() - make_interval(secs => ${seconds})
    and (prolonged = ${PROLONGED_MAX} or coalesce(prolonged_until < now(), true))
    and ${IS_NOT_HELD})`
}

/** The columns to set on an order when a payment that may take until `end` begins; see `isOverdue`. */
export function prolonged(end: RawBuilder<unknown>, seconds: Seconds): RawBuilder<unknown> {
  const unprolonged = deadline(seconds)
  return sql`
    prolonged = case when ${end} <= ${unprolonged} then prolonged
      when now() < ${unprolonged} then greatest(prolonged, 1)
      else ${PROLONGED_MAX} end,
    prolonged_until = case when ${end} <= ${unprolonged} then prolonged_until else ${end} end`
}
