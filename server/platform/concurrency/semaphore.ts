/** A semaphore: a limited number of calls run at a time; further calls wait, first come, first served. */

export interface SemaphoreSettings {
  max: number
  /** Milliseconds after which a waiting call is rejected; unlimited if missing. */
  waitMs?: number
  /** The number of calls that may wait; any further call is refused at once. Unlimited if missing. */
  waitingMax?: number
}

/** The semaphore was not acquired: the wait took too long, or the queue was full. Trying again may help. */
export class SemaphoreTimeout extends Error {
  override readonly name = 'SemaphoreTimeout'
  readonly code = 'ETIMEDOUT'
}

/**
 * Does the work once a place is free, and returns its outcome.
 * @throws SemaphoreTimeout
 */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore({
  max,
  waitMs,
  waitingMax = Number.POSITIVE_INFINITY,
}: SemaphoreSettings): Semaphore {
  let running = 0
  const waiting = new Set<() => void>()

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const serve = () => {
        clearTimeout(timer)
        waiting.delete(serve)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(serve)
        reject(new SemaphoreTimeout('the semaphore was not acquired in time'))
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      waiting.add(serve)
    })
  }

  return async (work) => {
    if (running < max) running += 1
    else if (waiting.size >= waitingMax) throw new SemaphoreTimeout('too many calls are waiting')
    // Finished work passes its place to the call that has waited longest: no later call can take the place.
    else await wait()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}
