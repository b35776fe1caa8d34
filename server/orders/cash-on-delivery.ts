/** Whether customers may pay in cash on delivery, as staff have set it. */
import { type RawBuilder, sql } from 'kysely'

/** Condition: a purchase of this total, in cents, can be paid in cash. */
export function takesCash(total: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from cash_on_delivery where is_on and coalesce(${total} <= max_cents, max_cents is null)
  )`
}
