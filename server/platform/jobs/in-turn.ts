/** Work of which only so much is done at once; the rest waits, first come, first served. */

export interface TurnSettings {
  /** So much is done at once. */
  most: number
  /** Whoever has waited so long gives up; without it everybody waits. */
  waitMs?: number
}

/**
 * Does the work when its turn comes, and passes on what comes of it.
 * @throws Error with the code `ETIMEDOUT` when the turn did not come in time.
 */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function createTurns({ most, waitMs }: TurnSettings): InTurn {
  let running = 0
  const waiting = new Set<() => void>()

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(Object.assign(new Error('no turn came in time'), { code: 'ETIMEDOUT' }))
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      waiting.add(begin)
    })
  }

  return async (work) => {
    if (running < most) running += 1
    // Whoever ends hands its place on, so that nobody who comes later is sooner.
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}
