/**
 * How long a confirmed order holds its stock. The time to pay runs from the confirmation. A payment
 * that outlasts it extends it, a payment that begins during the extension extends it once more, and
 * no further one does.
 */
import { type RawBuilder, sql } from 'kysely'

/** Must match the constraint of `orders`. */
const PROLONGED_MAX = 2

/**
 * Condition on a row of `orders`: its time to pay is over, and no payment extends it. Demo orders
 * are old from the start and can still be paid; cash
 * has its time at the door.
 * @param seconds from the confirmation, without extensions.
 */
export function isOverdue(seconds: number): RawBuilder<boolean> {
  return sql`(state = 'confirm' and not demo and payment = 'online'
    and confirmed_at <= now() - make_interval(secs => ${seconds})
    and (prolonged = ${PROLONGED_MAX} or coalesce(prolonged_until < now(), true))
    and coalesce(hold_expires_at < now(), true))`
}

/** What an order is set to when a payment begins that may take until `end`; see `isOverdue`. */
export function prolonged(end: RawBuilder<unknown>, seconds: number): RawBuilder<unknown> {
  const deadline = sql`confirmed_at + make_interval(secs => ${seconds})`
  return sql`
    prolonged = case when ${end} <= ${deadline} then prolonged
      when now() < ${deadline} then greatest(prolonged, 1)
      else ${PROLONGED_MAX} end,
    prolonged_until = case when ${end} <= ${deadline} then prolonged_until else ${end} end`
}
