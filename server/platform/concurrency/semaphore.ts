/** A semaphore: so much work at a time; the rest waits, first come, first served. */
import { createWaitQueue } from './wait-queue.ts'

export interface SemaphoreSettings {
  /** Works at a time. */
  max: number
  /** After which waiting is given up; without it any wait is long enough. */
  waitMs?: number
  /** How many may wait before the next is refused at once; without it any number. */
  waitingMax?: number
}

/** Not acquired: too late, or too many were waiting. Trying again may help. */
export class SemaphoreTimeout extends Error {
  override readonly name = 'SemaphoreTimeout'
  readonly code = 'ETIMEDOUT'
}

/**
 * Does the work once it may begin, and passes its outcome on.
 * @throws SemaphoreTimeout
 */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore({
  max,
  waitMs,
  waitingMax = Number.POSITIVE_INFINITY,
}: SemaphoreSettings): Semaphore {
  let running = 0
  const queue = createWaitQueue(() => new SemaphoreTimeout('not acquired in time'))

  return async (work) => {
    if (running < max) running += 1
    else if (queue.length >= waitingMax) throw new SemaphoreTimeout('too many are waiting')
    // The end of a work hands its place over, so that none that comes later is sooner.
    else await queue.acquire(waitMs)
    try {
      return await work()
    } finally {
      if (!queue.release()) running -= 1
    }
  }
}
