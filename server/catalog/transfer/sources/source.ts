/** The tables of other shops, as their exports write them. */
import type { ImportSource } from '#contract/admin.ts'

export interface Source {
  name: ImportSource
  /** Whether a file is of this kind. @param has whether it has a heading, written as in `columns`. */
  isIt(has: (heading: string) => boolean): boolean
  /**
   * Headings in small letters with spaces between words, and the columns that they are: the shop's own,
   * or those of `FOREIGN_COLUMNS`. Of two headings of one column the first that the file has is read.
   */
  columns: Readonly<Record<string, string>>
  /** Brings the cells of a row, by column, into the form of the shop's own file. */
  tidy?(cells: Map<string, string>): void
}
