/** A database in which the n-th statement from now can be made to fail. */
import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** `refused`: the statement did not run; `unheard`: it ran, but the connection was lost before its result arrived. */
type Failure = 'refused' | 'unheard'

export interface FailingDatabase {
  db: Database
  /** Makes `failures` consecutive statements fail (one by default), starting with the n-th from now. */
  arm(nth: number, failure: Failure, failures?: number): void
  /** @returns the number of statements sent since `arm`, including the failed ones. */
  disarm(): number
}

export function failingDatabase(real: Database): FailingDatabase {
  let count = 0
  let fails: { nth: number; failure: Failure; last: number } | null = null
  const unheard = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      count++
      if (fails && count >= fails.nth && count <= fails.last) {
        if (fails.failure === 'refused') throw lost()
        unheard.add(queryId)
      }
      return node
    },
    async transformResult({ result, queryId }) {
      if (unheard.has(queryId)) throw lost()
      return result
    },
  }
  const db = { ...real, root: real.root.withPlugin(plugin), run: real.run.withPlugin(plugin) }
  return {
    db,
    arm(nth, failure, failures = 1) {
      count = 0
      fails = { nth, failure, last: nth + failures - 1 }
    },
    disarm() {
      fails = null
      return count
    },
  }
}

function lost(): Error {
  return Object.assign(new Error('the connection was lost here'), { code: 'ECONNRESET' })
}
