/** Writes CSV in which no cell can run as a formula. */

/**
 * Spreadsheets treat a cell that begins with one of these characters as a formula. The last four are full-width forms.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/**
 * Matches cells that need a leading quote: formulas, including ones that already have leading quotes. Phone numbers
 * match, too, but get no quote.
 */
export const QUOTED = new RegExp(`^'*${FORMULA.source.slice(1)}`)

/** Matches phone numbers, which are not formulas. */
const NUMBER = /^\+\d+$/

/** The header line, with a byte order mark so that spreadsheets read Arabic as UTF-8. */
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
