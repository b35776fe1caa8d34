import type { ImportColumn, ImportMapping, ImportSource, TextEncoding } from '#contract/admin.ts'
import { ATTRIBUTES_MAX, IMPORT_ROWS_MAX } from '#contract/limits.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import type { Found } from './import-problems.ts'
import { describeColumns, fromCell, type Heading, type Naming, readHeading } from './map-columns.ts'
import { readRecords, type Separator } from './read-records.ts'

/** A row's non-empty cells, keyed by column. */
export interface TableRow {
  /** Row number as in a spreadsheet; the heading is row 1. */
  row: number
  cells: Map<string, string>
}

export interface Table {
  /** The table's known columns; all except options are in lowercase. */
  columns: ReadonlySet<string>
  /** Columns that are unknown or ignored on purpose, in lowercase. */
  unknown: readonly string[]
  /** Further notes for staff about columns. */
  notes: readonly Found[]
  /** The shop system whose export format the table uses; null if none. */
  source: ImportSource | null
  /** Whether the columns are another shop's, or were chosen by staff. */
  isForeign: boolean
  described: readonly ImportColumn[]
  separator: Separator
  encoding: TextEncoding
  rows: TableRow[]
}

/** Returns a row's cell by column name; an empty string for an empty cell. */
export type Cell = (name: string) => string

export interface TableShape extends Naming {
  tidy(cells: TableRow['cells']): void
}

/**
 * The maximum number of cells in a row, including those in unknown columns. Without a limit, a small file could produce
 * a table of millions of cells.
 */
const COLUMNS_MAX = 60 + 2 * ATTRIBUTES_MAX
/** The maximum number of non-empty cells in a table; each takes a few hundred bytes of memory. */
const CELLS_MAX = 1_000_000
/**
 * The maximum number of unknown columns to ignore; a file with more is probably a different table, so it is rejected.
 */
const UNKNOWN_COLUMNS_MAX = 10

/** The last row to take column samples from; the heading is row 1. */
const SAMPLE_ROWS = 20
const SAMPLE_LENGTH = 60

/**
 * Reads a table, letting other requests run in between. Each row is built as it is read, from the known columns only;
 * if the heading is rejected, only the sample rows are read.
 * @param mapping the columns that staff chose; null to detect them by name.
 * @throws ShopError `invalid` for a file that is not a table of this shape, or has too many rows or cells.
 */
export async function readTable(
  file: Buffer,
  shape: TableShape,
  mapping: ImportMapping | null = null,
): Promise<Table> {
  const rows: TableRow[] = []
  let record: string[] = []
  let heading: Heading | null = null
  let refusal: Sentence | null = null
  let row = 0
  let count = 0
  const samples: string[] = []
  const { separator, encoding, records } = readRecords(file)
  for await (const cells of records) {
    row++
    if (cells.length > COLUMNS_MAX) throw tooWide(row, cells.length)
    if (!heading) {
      record = cells
      heading = readHeading(cells, shape, mapping)
      refusal = refusalOf(heading, shape)
      continue
    }
    if (row <= SAMPLE_ROWS) addSamples(samples, cells)
    else if (refusal) break
    if (refusal) continue
    if (row > IMPORT_ROWS_MAX + 1)
      throw tableError({ id: 'error.tooManyRows', values: { max: IMPORT_ROWS_MAX } })
    const read = cellsOf(cells, heading)
    heading.source?.tidy?.(read)
    shape.tidy(read)
    count += read.size
    if (count > CELLS_MAX) {
      throw tableError({ id: 'error.tooManyCells', values: { max: CELLS_MAX } })
    }
    if (read.size > 0) rows.push({ row, cells: read })
  }
  if (!heading) throw missing(shape.required)
  const described = describeColumns(record, heading, samples)
  if (refusal) throw tableError(refusal, { columns: described, source: heading.source?.name })
  return {
    columns: new Set(heading.columns.filter(Boolean)),
    unknown: heading.unknown,
    notes: [],
    separator,
    encoding,
    rows,
    source: heading.source?.name ?? null,
    isForeign: heading.isForeign,
    described,
  }
}

function addSamples(samples: string[], cells: readonly string[]): void {
  for (const [at, cell] of cells.entries()) {
    samples[at] ||= fromCell(cell).slice(0, SAMPLE_LENGTH)
  }
}

function refusalOf({ columns, unknown, absent }: Heading, naming: Naming): Sentence | null {
  if (absent.length > 0) {
    const id = naming.isMapped ? 'error.columnsToChoose' : 'error.columnsMissing'
    return { id, values: { names: absent.join(', ') } }
  }
  const twice = columns.find((name, at) => naming.isKnown(name) && columns.indexOf(name) !== at)
  if (twice) return { id: 'error.columnTwice', values: { name: twice } }
  if (unknown.length <= UNKNOWN_COLUMNS_MAX) return null
  const example = unknown[0]?.slice(0, 50) ?? ''
  const values = { count: unknown.length, max: UNKNOWN_COLUMNS_MAX, example }
  return { id: 'error.unknownColumns', values }
}

/** Leaves out empty cells, since most cells are empty in a table with many columns. */
function cellsOf(record: readonly string[], { columns }: Heading): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [at, name] of columns.entries()) {
    const cell = fromCell(record[at])
    if (name !== '' && cell !== '') cells.set(name, cell)
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

function tableError(reason: Sentence, extras: object = {}) {
  return new ShopError('invalid', reason, { errors: { file: [reason] }, ...extras })
}
