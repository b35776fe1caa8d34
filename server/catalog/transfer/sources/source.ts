/** The tables of other shops, as their exports write them. */
import type { ImportSource } from '#contract/admin.ts'

export interface Source {
  name: ImportSource
  /** Whether a file has this format. @param has whether it has a heading, written as in `columns`. */
  isIt(has: (heading: string) => boolean): boolean
  /**
   * Headings in lower case with spaces between words, and their columns: the shop's own, or those of
   * `FOREIGN_COLUMNS`. If two headings have the same column, the first that the file has is used.
   */
  columns: Readonly<Record<string, string>>
  /** Converts the cells of a row, by column, to the shop's own format. */
  tidy?(cells: Map<string, string>): void
}
