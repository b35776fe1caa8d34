/** Codes are secrets of a few letters: an account may enter few that do not exist. */
import type { Handle } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { countAttempt, releaseAttempt } from '../platform/http/throttle.ts'
import type { Sentence } from '../platform/words/sentence.ts'
import { couponSentence } from './coupon-sentence.ts'

/** Of one account. A cart with a mistyped code asks again at each change. */
const WRONG_CODES = { attempts: 200, windowSeconds: 60 * 60 }
const UNKNOWN = couponSentence('unknown', null)

interface Entered {
  userId: number
  /** Null for none: then nothing is counted. */
  code: string | null
}

/**
 * Does the work, unless the account has entered too many codes that do not exist. Counted before
 * the work, since beyond the limit not even a right guess may be answered; taken back when the code
 * turns out to exist.
 * @param problemOf what the result says about the code; a refusal says it itself.
 * @throws ShopError `too_many`, and what the work throws.
 */
export async function limitGuesses<T>(
  db: Handle,
  { userId, code }: Entered,
  work: () => Promise<T>,
  problemOf: (result: T) => Sentence | null = () => null,
): Promise<T> {
  if (code === null) return work()
  const key = `coupon:${userId}`
  await countAttempt(db, key, WRONG_CODES)
  let problem: Sentence | null = null
  try {
    const result = await work()
    problem = problemOf(result)
    return result
  } catch (error) {
    problem = error instanceof ShopError ? error.sentence : null
    throw error
  } finally {
    if (problem !== UNKNOWN) await releaseAttempt(db, key)
  }
}
