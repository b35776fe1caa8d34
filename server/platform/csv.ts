/** Writes CSV so that no cell runs as a formula. */

/** Spreadsheets run a cell that begins with one of these characters; the last four are full-width forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/**
 * Matches the cells that get a quote in front: formulas, and formulas that already have quotes. Phone numbers match,
 * too, but get no quote.
 */
export const QUOTED = new RegExp(`^'*${FORMULA.source.slice(1)}`)

/** Matches phone numbers, which are not formulas. */
const NUMBER = /^\+\d+$/

/** The first line, with the byte order mark that lets spreadsheets read Arabic as UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvLine(columns)}`
}

export function csvLine(cells: ReadonlyArray<string | number>): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number): string {
  const text = String(value)
  const isUnsafe = typeof value === 'string' && QUOTED.test(text) && !NUMBER.test(text)
  const safe = isUnsafe ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
