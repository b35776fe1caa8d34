/** A semaphore that limits how many calls run at a time. Further calls wait and run in the order they arrived. */

export interface SemaphoreSettings {
  max: number
  /** How long a call may wait before it is rejected, in milliseconds; unlimited if missing. */
  waitMs?: number
  /** The maximum number of waiting calls, beyond which calls are rejected immediately; unlimited if missing. */
  waitingMax?: number
}

/** The semaphore could not be acquired because the wait took too long or the queue was full. Retrying may help. */
export class SemaphoreTimeout extends Error {
  override readonly name = 'SemaphoreTimeout'
  readonly code = 'ETIMEDOUT'
}

/**
 * Runs the work once a slot is free and returns its result.
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
    // When work finishes, its slot goes straight to the longest-waiting call, so that no later call can take it.
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
