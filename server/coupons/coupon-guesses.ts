/** Codes are secrets of a few letters: an account may enter few that do not exist. */
import type { RawBuilder } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { countAttempt, isWithin } from '../platform/http/throttle.ts'

/** Of one account. A cart with a mistyped code asks again at each change. */
const WRONG_CODES = { attempts: 200, windowSeconds: 60 * 60 }

/** A condition without which no code is known: beyond the limit not even a right guess is answered. */
export function mayGuess(userId: number): RawBuilder<unknown> {
  return isWithin(keyOf(userId), WRONG_CODES)
}

/** Counts a code that is not known, before that is answered. @throws ShopError `too_many`. */
export function countGuess(db: Handle, userId: number): Promise<void> {
  return countAttempt(db, keyOf(userId), WRONG_CODES)
}

function keyOf(userId: number): string {
  return `coupon:${userId}`
}
