/** Codes are secrets of a few letters: an account and a network may enter few that do not exist. */
import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { countAttempt, isWithin } from '../platform/http/throttle.ts'

/** Of one account. A cart with a mistyped code asks again at each change. */
const WRONG_CODES = { attempts: 200, windowSeconds: 60 * 60 }
/** Of all accounts behind one address, which anybody opens by the dozen. */
const WRONG_CODES_OF_NETWORK = { attempts: 600, windowSeconds: 60 * 60 }

export interface Guesser {
  userId: number
  /** The caller's address as `addressKey` returns it; null where it is not known. */
  network: string | null
}

/** A condition without which no code is known: beyond the limit not even a right guess is answered. */
export function mayGuess(guesser: Guesser): RawBuilder<unknown> {
  const within = limitsOf(guesser).map(({ key, limit }) => isWithin(key, limit))
  return sql.join(within, sql` and `)
}

/** Counts a code that is not known, before that is answered. @throws ShopError `too_many`. */
export async function countGuess(db: Handle, guesser: Guesser): Promise<void> {
  for (const { key, limit } of limitsOf(guesser)) await countAttempt(db, key, limit)
}

function limitsOf({ userId, network }: Guesser) {
  const own = { key: `coupon:${userId}`, limit: WRONG_CODES }
  if (network === null) return [own]
  return [own, { key: `coupon:address:${network}`, limit: WRONG_CODES_OF_NETWORK }]
}
