import { type RawBuilder, sql } from 'kysely'

/** A rule that spans several rows. */
export interface Rule {
  rule: string
  statement: string
  breaches: RawBuilder<unknown>
}

/** Events are pruned after a week. */
export const KEPT_EVENTS = sql`interval '7 days'`
