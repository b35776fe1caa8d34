/** Tables as CSV, read as spreadsheets save them. */
import type { TextEncoding } from '#contract/admin.ts'
import { ATTRIBUTES_MAX, IMPORT_ROWS_MAX } from '#contract/limits.ts'
import { QUOTED } from '../../platform/csv.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { readRecords, type Separator } from './read-records.ts'

/** The cells that are not empty, by column. */
export interface TableRow {
  /** As a spreadsheet counts, the heading being 1. */
  row: number
  cells: Map<string, string>
}

export interface Table {
  /** The known columns that it has, in lower case. */
  columns: ReadonlySet<string>
  /** Columns that the shop does not know, in lower case. */
  unknown: readonly string[]
  separator: Separator
  encoding: TextEncoding
  rows: TableRow[]
}

/** The text of a row's cell; empty for an empty cell. */
export type Cell = (name: string) => string

/** What a table may have; names in lower case. */
export interface TableShape {
  required: readonly string[]
  /** Whether a column is one of the table. */
  isKnown(name: string): boolean
  /** Brings the cells of a row into the form in which they are read. */
  tidy(cells: TableRow['cells']): void
}

/** Cells of a row, known or not. Without a limit a small file makes a table of millions. */
const COLUMNS_MAX = 60 + 2 * ATTRIBUTES_MAX
/** Of a table with something in them: a few hundred bytes of memory each. */
const CELLS_MAX = 1_000_000
/** Unknown columns that are ignored. More of them mean another table. */
const UNKNOWN_COLUMNS_MAX = 10

interface Heading {
  /** The positions of the known columns in a row. */
  positions: ReadonlyMap<string, number>
  unknown: readonly string[]
}

/**
 * Yields to other requests. Each row is built when it is read, from the known columns only, and the
 * heading is validated before any row is read.
 * @throws ShopError `invalid` for a file that is no such table.
 */
export async function readTable(file: Buffer, shape: TableShape): Promise<Table> {
  const rows: TableRow[] = []
  let heading: Heading | null = null
  let row = 0
  let count = 0
  const { separator, encoding, records } = readRecords(file)
  for await (const record of records) {
    row++
    if (record.length > COLUMNS_MAX) throw tooWide(row, record.length)
    if (!heading) {
      heading = readHeading(record, shape)
      continue
    }
    if (row > IMPORT_ROWS_MAX + 1)
      throw tableError({ id: 'error.tooManyRows', values: { max: IMPORT_ROWS_MAX } })
    const cells = cellsOf(record, heading)
    shape.tidy(cells)
    count += cells.size
    if (count > CELLS_MAX) {
      throw tableError({ id: 'error.tooManyCells', values: { max: CELLS_MAX } })
    }
    if (cells.size > 0) rows.push({ row, cells })
  }
  if (!heading) throw missing(shape.required)
  const columns = new Set(heading.positions.keys())
  return { columns, unknown: heading.unknown, separator, encoding, rows }
}

function readHeading(record: readonly string[], { required, isKnown }: TableShape): Heading {
  const names = record.map((heading) => columnOf(heading, isKnown))
  const absent = required.filter((name) => !names.includes(name))
  if (absent.length > 0) throw missing(absent)
  const twice = names.find((name, at) => isKnown(name) && names.indexOf(name) !== at)
  if (twice) throw tableError({ id: 'error.columnTwice', values: { name: twice } })
  // Spreadsheets save empty columns without a name.
  const unknown = names.filter((name) => name !== '' && !isKnown(name))
  if (unknown.length > UNKNOWN_COLUMNS_MAX) {
    const example = unknown[0]?.slice(0, 50) ?? ''
    const values = { count: unknown.length, max: UNKNOWN_COLUMNS_MAX, example }
    throw tableError({ id: 'error.unknownColumns', values })
  }
  const known = names.map((name, at) => [name, at] as const).filter(([name]) => isKnown(name))
  return { positions: new Map(known), unknown }
}

/** In lower case; "Compare at price" is `compare_at_price`. */
function columnOf(heading: string, isKnown: TableShape['isKnown']): string {
  const name = fromCell(heading).toLowerCase()
  const code = name.replace(/[\s-]+/g, '_')
  return isKnown(code) && !isKnown(name) ? code : name
}

/** Empty cells are left out: a table of many columns has few others. */
function cellsOf(record: readonly string[], { positions }: Heading): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [name, at] of positions) {
    const cell = fromCell(record[at])
    if (cell !== '') cells.set(name, cell)
  }
  return cells
}

function missing(names: readonly string[]) {
  return tableError({ id: 'error.columnsMissing', values: { names: names.join(', ') } })
}

function tooWide(row: number, cells: number) {
  return row === 1
    ? tableError({ id: 'error.tooManyColumns', values: { cells, max: COLUMNS_MAX } })
    : tableError({ id: 'error.rowTooWide', values: { row, cells, max: COLUMNS_MAX } })
}

/** Undoes the export's protection against formulas. */
function fromCell(cell = ''): string {
  // PostgreSQL stores no NUL.
  const text = cell.replaceAll('\0', '').trim()
  return text.startsWith("'") && QUOTED.test(text.slice(1)) ? text.slice(1) : text
}

function tableError(reason: Sentence) {
  return invalid({ file: [reason] })
}
