/** A database that pauses its caller after a chosen statement until it is resumed. */
import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

export interface PausingDatabase {
  db: Database
  /**
   * Pauses after the n-th statement from now, once its result has arrived, while its transaction is still open.
   * @returns a promise that resolves at the pause, and a function that resumes the caller.
   */
  stopAfter(nth: number): { stopped: Promise<void>; goOn(): void }
}

export function pausingDatabase(real: Database): PausingDatabase {
  let count = 0
  let stop: { nth: number; reached(): void; over: Promise<void> } | null = null
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (stop && ++count === stop.nth) {
        stop.reached()
        await stop.over
      }
      return result
    },
  }
  return {
    db: { ...real, root: real.root.withPlugin(plugin), run: real.run.withPlugin(plugin) },
    stopAfter(nth) {
      const stopped = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      count = 0
      stop = { nth, reached: stopped.resolve, over: over.promise }
      return {
        stopped: stopped.promise,
        goOn() {
          stop = null
          over.resolve()
        },
      }
    },
  }
}
