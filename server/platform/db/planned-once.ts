/**
 * Statements whose plan is the same whatever they ask for. PostgreSQL plans a statement anew for
 * each of its values where it takes that to be cheaper, and thinks little of planning itself; on
 * the embedded engine that takes longer than a search. Lists with a limit do need it.
 */
import { RawNode } from 'kysely'
import type { Handle } from './database.ts'

const MARK = '/* planned once */ '

/** A handle whose statements, those written as SQL, the embedded engine plans once. */
export function plannedOnce(db: Handle): Handle {
  return db.withPlugin({
    transformQuery({ node }) {
      if (!RawNode.is(node)) return node
      const [first = '', ...rest] = node.sqlFragments
      return { ...node, sqlFragments: [MARK + first, ...rest] }
    },
    transformResult: async ({ result }) => result,
  })
}

export function isPlannedOnce(statement: string): boolean {
  return statement.startsWith(MARK)
}
