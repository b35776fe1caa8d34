/** A queue of waiting callers: first come, first served. */

/** @param timedOut creates the error for a wait that took too long. */
export function createWaitQueue(timedOut: () => Error) {
  const waiting = new Set<() => void>()
  return {
    get length(): number {
      return waiting.size
    },

    /** Waits to be served, at most `waitMs` when given. @throws what `timedOut` returns. */
    acquire(waitMs?: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const serve = () => {
          clearTimeout(timer)
          waiting.delete(serve)
          resolve()
        }
        const giveUp = () => {
          waiting.delete(serve)
          reject(timedOut())
        }
        const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
        waiting.add(serve)
      })
    },

    /** Serves the next caller. @returns whether any was waiting. */
    release(): boolean {
      const [next] = waiting
      next?.()
      return next !== undefined
    },
  }
}
