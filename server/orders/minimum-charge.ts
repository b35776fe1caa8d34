/** The smallest charge that a payment provider accepts; a charge of nothing is not sent to it. */
import { type RawBuilder, sql } from 'kysely'

/** Whether the provider refuses this sum. @param minimum what it takes at least; both in cents. */
export function isTooLittle(cents: number, minimum: number): boolean {
  return cents > 0 && cents < minimum
}

/** Condition: the provider does not refuse this sum. */
export function isChargeable(cents: RawBuilder<unknown>, minimum: number): RawBuilder<boolean> {
  return sql`(${cents} <= 0 or ${cents} >= ${minimum}::bigint)`
}
