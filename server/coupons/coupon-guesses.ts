/** Coupon codes are short secrets, so each account and each network may try only a limited number of wrong codes. */
import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { countAttempt, isWithin } from '../platform/http/throttle.ts'

/** The limit per account. It is high, because a cart with a mistyped code resends it with every change. */
const WRONG_CODES = { attempts: 200, windowSeconds: 60 * 60 }
/** The limit for all accounts on one network, because anybody can open dozens of accounts. */
const WRONG_CODES_OF_NETWORK = { attempts: 600, windowSeconds: 60 * 60 }

export interface Guesser {
  userId: number
  /** What `addressKey` returns for the caller's IP address; null if unknown. */
  network: string | null
}

/**
 * SQL condition: the guesser is within the limits. Beyond them, every code is treated as unknown, even a correct guess.
 */
export function mayGuess(guesser: Guesser): RawBuilder<unknown> {
  const within = limitsOf(guesser).map(({ key, limit }) => isWithin(key, limit))
  return sql.join(within, sql` and `)
}

/** Counts an attempt with an unknown code; call it before responding. @throws ShopError `too_many`. */
export async function countGuess(db: Handle, guesser: Guesser): Promise<void> {
  for (const { key, limit } of limitsOf(guesser)) await countAttempt(db, key, limit)
}

function limitsOf({ userId, network }: Guesser) {
  const own = { key: `coupon:${userId}`, limit: WRONG_CODES }
  if (network === null) return [own]
  return [own, { key: `coupon:address:${network}`, limit: WRONG_CODES_OF_NETWORK }]
}
