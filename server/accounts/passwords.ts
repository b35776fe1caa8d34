/** Password hashing: argon2id with the parameters OWASP recommends (19 MiB, t=2, p=1). */
import { hash, verify } from '@node-rs/argon2'
import { ShopError } from '../platform/http/shop-error.ts'

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at a time leave processors for everything else; more than fifty waiting is an attack. */
const SLOTS = 2
const QUEUE_MAX = 50

/** A hash of nothing anybody knows, verified when there is no account, so that both take as long. */
const decoy = hash(crypto.randomUUID(), OPTIONS)

/** @throws ShopError `unavailable` when too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(password, OPTIONS))
}

/**
 * Whether the password is the one behind the hash; takes as long without a hash.
 * @throws ShopError `unavailable` when too many are waiting.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await inSlot(async () => verify(stored ?? (await decoy), password))
  return isRight && stored !== null
}

let busy = 0
const waiting: Array<() => void> = []

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= SLOTS) {
    if (waiting.length >= QUEUE_MAX) {
      throw new ShopError('unavailable', 'Too many people are signing in. Please try again.', {
        retryAfter: 2,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    busy++
  }
  try {
    return await work()
  } finally {
    // The slot passes to the next in line, so nobody can slip in between.
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}
