/**
 * How long a confirmed order holds its stock. The time to pay runs from the confirmation; a payment
 * that outlasts it prolongs it, one that is begun meanwhile does so once more, and then no more.
 */
import { type RawBuilder, sql } from 'kysely'

/** As the constraint of `orders` has it. */
const PROLONGED_MAX = 2

/**
 * Of a row of `orders`: its time to pay is over, and nothing prolongs it. Those that came with the
 * demo are old from the start, and can be paid all the same.
 * @param seconds from the confirmation, without what prolonged it.
 */
export function isOverdue(seconds: number): RawBuilder<boolean> {
  return sql`(state = 'confirm' and not demo
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
