/** Whoever waits for something that others have: first come, first served. */

/** @param late what whoever has waited too long is told. */
export function createWaitQueue(late: () => Error) {
  const waiting = new Set<() => void>()
  return {
    get length(): number {
      return waiting.size
    },

    /** Waits to be served; with `waitMs` no longer than that. @throws what `late` returns. */
    acquire(waitMs?: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const release = () => {
          clearTimeout(timer)
          waiting.delete(release)
          resolve()
        }
        const giveUp = () => {
          waiting.delete(release)
          reject(late())
        }
        const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
        waiting.add(release)
      })
    },

    /** Hands over to the next. @returns whether anybody waited. */
    release(): boolean {
      const [next] = waiting
      next?.()
      return next !== undefined
    },
  }
}
