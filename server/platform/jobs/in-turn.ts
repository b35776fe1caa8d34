/** Work of which only so much is done at once; the rest waits, first come, first served. */
import { createLine } from '../line.ts'

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
  const line = createLine(noTurn)

  return async (work) => {
    if (running < most) running += 1
    // Whoever ends hands its place on, so that nobody who comes later is sooner.
    else await line.stand(waitMs)
    try {
      return await work()
    } finally {
      if (!line.serve()) running -= 1
    }
  }
}

function noTurn(): Error {
  return Object.assign(new Error('no turn came in time'), { code: 'ETIMEDOUT' })
}
