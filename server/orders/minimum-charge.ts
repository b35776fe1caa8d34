/** A payment provider's minimum charge. A charge of zero is allowed, since it is not sent to the provider. */
import { type RawBuilder, sql } from 'kysely'

/** Whether the amount is above zero and below the minimum, both in cents. */
export function isTooLittle(cents: number, minimum: number): boolean {
  return cents > 0 && cents < minimum
}

/** Condition: the amount is zero, or not below the provider's minimum. */
export function isChargeable(cents: RawBuilder<unknown>, minimum: number): RawBuilder<boolean> {
  return sql`(${cents} <= 0 or ${cents} >= ${minimum}::bigint)`
}
