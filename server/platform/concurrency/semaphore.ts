/** Work of which only so much is done at once; the rest waits, first come, first served. */
import { createWaitQueue } from './wait-queue.ts'

export interface SemaphoreSettings {
  /** So much is done at once. */
  most: number
  /** Whoever has waited so long gives up; without it everybody waits. */
  waitMs?: number
  /** When so many wait, the next is refused at once; without it any number waits. */
  waitingMax?: number
}

/** The turn did not come: too late, or too many were waiting. Trying again may help. */
export class SemaphoreTimeout extends Error {
  override readonly name = 'SemaphoreTimeout'
  readonly code = 'ETIMEDOUT'
}

/**
 * Does the work when its turn comes, and passes on what comes of it.
 * @throws SemaphoreTimeout
 */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore({
  most,
  waitMs,
  waitingMax = Number.POSITIVE_INFINITY,
}: SemaphoreSettings): Semaphore {
  let running = 0
  const line = createWaitQueue(() => new SemaphoreTimeout('no turn came in time'))

  return async (work) => {
    if (running < most) running += 1
    else if (line.length >= waitingMax) throw new SemaphoreTimeout('too many wait for a turn')
    // Whoever ends hands its place on, so that nobody who comes later is sooner.
    else await line.acquire(waitMs)
    try {
      return await work()
    } finally {
      if (!line.release()) running -= 1
    }
  }
}
