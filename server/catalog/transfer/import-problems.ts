/**
 * Problems in the rows of an import. A file of 20,000 rows may have 180,000 problems, more than anybody reads: the
 * first are listed, and all are counted.
 */
import type { ImportProblem } from '#contract/admin.ts'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'

export interface Problems {
  /** The first problems, at most `IMPORT_PROBLEMS_MAX`. */
  readonly named: readonly ImportProblem[]
  readonly count: number
  /** The number of rows with at least one problem. */
  readonly rows: number
}

export const HEADING = 1

export const NO_PROBLEMS: Problems = { named: [], count: 0, rows: 0 }

/** @param found the problems in one row, or in the heading, which is not counted as a row. */
export function addProblems(known: Problems, found: readonly ImportProblem[]): Problems {
  const [first] = found
  if (!first) return known
  const room = IMPORT_PROBLEMS_MAX - known.named.length
  return {
    named: room > 0 ? [...known.named, ...found.slice(0, room)] : known.named,
    count: known.count + found.length,
    rows: known.rows + (first.row === HEADING ? 0 : 1),
  }
}
