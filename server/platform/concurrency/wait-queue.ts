/** Whoever waits for something that others have: first come, first served. */

/** @param late what whoever has waited too long is told. */
export function createLine(late: () => Error) {
  const waiting = new Set<() => void>()
  return {
    get length(): number {
      return waiting.size
    },

    /** Waits to be served; with `waitMs` no longer than that. @throws what `late` returns. */
    stand(waitMs?: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const serve = () => {
          clearTimeout(timer)
          waiting.delete(serve)
          resolve()
        }
        const giveUp = () => {
          waiting.delete(serve)
          reject(late())
        }
        const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
        waiting.add(serve)
      })
    },

    /** Hands over to the next. @returns whether anybody waited. */
    serve(): boolean {
      const [next] = waiting
      next?.()
      return next !== undefined
    },
  }
}
