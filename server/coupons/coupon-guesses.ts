/** Codes are secrets of a few letters: an account may enter few that do not exist. */
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { countUnless } from '../platform/http/throttle.ts'

/** Of one account. A cart with a mistyped code asks again at each change. */
const WRONG_CODES = { attempts: 200, windowSeconds: 60 * 60 }

interface Entered {
  userId: number
  /** As it is stored; null for none. */
  code: string | null
}

/**
 * Counts a code that customers cannot know. Call before any answer about it: beyond the limit not
 * even a right guess may be answered.
 * @throws ShopError `too_many`.
 */
export async function limitGuesses(db: Handle, { userId, code }: Entered): Promise<void> {
  if (code === null) return
  const isKnown = sql`exists (
    select from coupon where code = ${code} and deleted_at is null and is_active)`
  await countUnless(db, `coupon:${userId}`, WRONG_CODES, isKnown)
}
