/** An export format of another shop system: how to recognize it, and what its columns mean here. */
import type { ImportSource } from '#contract/admin.ts'

export interface Source {
  name: ImportSource
  /** Whether a file has this format. @param has whether the file has a heading, written as in `columns`. */
  isIt(has: (heading: string) => boolean): boolean
  /**
   * Headings in lowercase with spaces between words, and their columns: the shop's own columns, columns of
   * `FOREIGN_COLUMNS`, or columns of options. If two headings have the same column, the first that the file has is
   * used.
   */
  columns: Readonly<Record<string, string>>
  /** Converts the cells of a row, by column, to the shop's own format. */
  tidy?(cells: Map<string, string>): void
}
