/**
 * Problems in the rows of an import. A file of 20,000 rows may have 180,000 problems, more than anyone would read: the
 * first are listed, and all are counted.
 */
import type { ImportProblem } from '#contract/admin.ts'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'
import type { Locale } from '#contract/locale.ts'
import type { FieldSentences, Sentence } from '../../platform/words/sentence.ts'
import { translate } from '../../platform/words/translate.ts'

export interface Problems {
  /** The first problems, up to `IMPORT_PROBLEMS_MAX`. */
  readonly named: readonly ImportProblem[]
  readonly count: number
  /** The number of rows with at least one problem. */
  readonly rows: number
}

/** A problem that has not been translated yet. */
export interface Found extends Omit<ImportProblem, 'reason'> {
  sentence: Sentence
}

export const HEADING = 1

export const NO_PROBLEMS: Problems = { named: [], count: 0, rows: 0 }

/** The first problem with each field of a row. */
export const problemsOf = (
  errors: FieldSentences,
  row: Pick<ImportProblem, 'file' | 'row'>,
): Found[] =>
  Object.entries(errors).map(([field, [sentence = 'error.invalid']]) => ({
    ...row,
    field,
    sentence,
  }))

/** @param found the problems in one row, or in the heading, which is not counted as a row. */
export function addProblems(known: Problems, found: readonly Found[], locale: Locale): Problems {
  const [first] = found
  if (!first) return known
  const named = found
    .slice(0, IMPORT_PROBLEMS_MAX - known.named.length)
    .map(({ sentence, ...at }) => ({ ...at, reason: translate(locale, sentence) }))
  return {
    named: [...known.named, ...named],
    count: known.count + found.length,
    rows: known.rows + (first.row === HEADING ? 0 : 1),
  }
}
