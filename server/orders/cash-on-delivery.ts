/** Whether customers may pay in cash on delivery, as staff have set it. */
import { type RawBuilder, sql } from 'kysely'

export interface CashOnDelivery {
  is_on: boolean
  /** The largest total of a purchase, in cents; null for none. */
  max_cents: number | null
}

/** Condition: a purchase of this total, in cents, can be paid in cash. */
export function takesCash(total: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from cash_on_delivery
    where is_on and ${total} > 0 and coalesce(${total} <= max_cents, max_cents is null)
  )`
}

/** The same of rows that were read. */
export function isInCash({ is_on, max_cents }: CashOnDelivery, total: number): boolean {
  return is_on && total > 0 && total <= (max_cents ?? Number.POSITIVE_INFINITY)
}
