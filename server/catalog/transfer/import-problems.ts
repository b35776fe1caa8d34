/**
 * Problems of the rows of an import. A file of 20,000 rows may have 180,000 of them, which nobody
 * reads: the first are listed, and all are counted.
 */
import type { ImportProblem } from '#contract/admin.ts'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'

export interface Problems {
  /** The first, `IMPORT_PROBLEMS_MAX` at most. */
  readonly named: readonly ImportProblem[]
  /** All of them, listed or not. */
  readonly count: number
  /** Rows that have at least one. */
  readonly rows: number
}

export const NO_PROBLEMS: Problems = { named: [], count: 0, rows: 0 }

/** @param found the problems of one row. */
export function addProblems(known: Problems, found: readonly ImportProblem[]): Problems {
  if (found.length === 0) return known
  const room = IMPORT_PROBLEMS_MAX - known.named.length
  return {
    named: room > 0 ? [...known.named, ...found.slice(0, room)] : known.named,
    count: known.count + found.length,
    rows: known.rows + 1,
  }
}
