import { type RawBuilder, sql } from 'kysely'

/** A rule about the shop's data; `breaches` selects the rows that violate it. */
export interface Rule {
  rule: string
  statement: string
  breaches: RawBuilder<unknown>
}

/** How long the outbox keeps delivered events. */
export const KEPT_EVENTS = sql`interval '7 days'`
