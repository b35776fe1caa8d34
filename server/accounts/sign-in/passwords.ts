/**
 * Password hashing: argon2id with the parameters OWASP recommends (19 MiB, t=2, p=1). A hash takes tens of milliseconds
 * of CPU time, so password checks and new passwords wait in separate queues.
 */
import { hash, verify } from '@node-rs/argon2'
import { createKeyedLimit } from '../../platform/concurrency/keyed-limit.ts'
import {
  createSemaphore,
  type Semaphore,
  SemaphoreTimeout,
} from '../../platform/concurrency/semaphore.ts'
import { ShopError } from '../../platform/http/shop-error.ts'

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two hashes at a time leave CPU time for everything else; more than fifty waiting requests are an attack. */
const SLOTS = 2
const QUEUE_MAX = 50
/** New passwords never take the second slot, so one is always left for signing in. */
const NEW_PASSWORDS_AT_ONCE = 1
/** Maximum number of concurrent requests per IP address: less than half a queue, so that none locks out the others. */
const SHARE_OF_AN_ADDRESS = 24

const hashing = createSemaphore({ max: SLOTS })
const verifying = createSemaphore({ max: SLOTS, waitingMax: QUEUE_MAX })
const setting = createSemaphore({ max: NEW_PASSWORDS_AT_ONCE, waitingMax: QUEUE_MAX })
const withinShare = createKeyedLimit(SHARE_OF_AN_ADDRESS, tooMany)

/** The hash of an unknown secret, verified when there is no stored hash, so that the check takes equally long. */
const decoy = hash(crypto.randomUUID(), OPTIONS)

/**
 * @param address the IP address whose share of the queue is used, as `addressKey` returns it; omitted for the shop's
 * own calls.
 * @throws ShopError `unavailable` if too many calls are waiting.
 */
export async function hashPassword(password: string, address?: string): Promise<string> {
  return inQueue(setting, address, () => hash(password, OPTIONS))
}

/**
 * Whether the password matches the hash; takes equally long if there is no hash.
 * @param address see `hashPassword`.
 * @throws ShopError `unavailable` if too many calls are waiting.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  address?: string,
): Promise<boolean> {
  const isRight = await inQueue(verifying, address, async () =>
    verify(stored ?? (await decoy), password),
  )
  return isRight && stored !== null
}

async function inQueue<T>(
  queue: Semaphore,
  address: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const queued = () => queue(() => hashing(work))
  try {
    return await (address === undefined ? queued() : withinShare(address, queued))
  } catch (error) {
    throw error instanceof SemaphoreTimeout ? tooMany() : error
  }
}

function tooMany(): ShopError {
  return new ShopError('unavailable', 'error.signInBusy', {
    retryAfter: 2,
  })
}
