/** The export format of another shop system: how to recognize it, and what its columns mean here. */
import type { ImportSource } from '#contract/admin.ts'

export interface Source {
  name: ImportSource
  /** Whether a file has this format. @param has whether the file has a heading, spelled as in `columns`. */
  isIt(has: (heading: string) => boolean): boolean
  /**
   * Maps headings, in lowercase with spaces between words, to columns: the shop's own columns, columns of
   * `FOREIGN_COLUMNS`, or option columns. If several headings have the same column, the first one listed that the file
   * has is used.
   */
  columns: Readonly<Record<string, string>>
  /** Converts a row's cells, keyed by column, to the shop's own format. */
  tidy?(cells: Map<string, string>): void
}
