/** Products as CSV: written so that no cell runs as a formula, read as spreadsheets save it. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type CsvError, parse } from 'csv-parse'
import { PRODUCT_COLUMNS } from '#contract/admin.ts'
import { IMPORT_ROWS_MAX } from '#contract/limits.ts'
import { csvHead, csvLine, QUOTED } from '../../platform/csv.ts'
import type { Handle } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { type ExportRow, findForExport } from './admin-products.store.ts'

const BATCH = 500

/** All products that are not deleted, a batch at a time. */
export async function* writeProducts(db: Handle): AsyncGenerator<string> {
  yield csvHead(PRODUCT_COLUMNS)
  for (let afterId = 0; ; ) {
    const rows = await findForExport(db, afterId, BATCH)
    const last = rows.at(-1)
    if (!last) return
    afterId = last.id
    yield rows.map(toLine).join('')
  }
}

function toLine(row: ExportRow): string {
  const cells: Record<string, string | number | null> = { ...row, stock_change: null }
  return csvLine(PRODUCT_COLUMNS.map((column) => cells[column] ?? ''))
}

/** Cells by column; `row` counts as a spreadsheet does, the heading being 1. */
export interface CsvRow {
  row: number
  cells: Map<string, string>
}

const REQUIRED = ['category', 'name', 'name_ar', 'description', 'description_ar', 'seller', 'price']
const KNOWN: ReadonlySet<string> = new Set(PRODUCT_COLUMNS)

/** Cells of a row, known or not. Without a limit a small file makes a table of millions. */
const COLUMNS_MAX = 60
/** Unknown columns that are ignored. More of them mean another table. */
const UNKNOWN_COLUMNS_MAX = 10
/** Per row: a product with both descriptions at their longest needs less than half of it. */
const ROW_BYTES_MAX = 64 * 1024
/** Bytes parsed before other requests run. */
const PIECE_BYTES = 64 * 1024

/** The positions of the known columns in a row. */
type Columns = ReadonlyMap<string, number>

/**
 * Yields to other requests. Each row is built when it is read, from the known columns only, and the
 * heading is validated before any row is read.
 * @throws ShopError `invalid` for a file that is no table of products.
 */
export async function readProducts(file: Buffer): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  let columns: Columns | null = null
  let row = 0
  for await (const record of readRecords(file)) {
    row++
    if (record.length > COLUMNS_MAX) throw tooWide(row, record.length)
    if (!columns) {
      columns = readHeading(record)
      continue
    }
    if (row > IMPORT_ROWS_MAX + 1) throw tooLong()
    const cells = cellsOf(record, columns)
    if (cells) rows.push({ row, cells })
  }
  if (!columns) throw missing(REQUIRED)
  return rows
}

function readHeading(record: readonly string[]): Columns {
  const names = record.map((name) => name.trim().toLowerCase())
  const absent = REQUIRED.filter((name) => !names.includes(name))
  if (absent.length > 0) throw missing(absent)
  const twice = names.find((name, at) => KNOWN.has(name) && names.indexOf(name) !== at)
  if (twice) throw refusal({ id: 'refusal.columnTwice', values: { name: twice } })
  // Spreadsheets save columns without a name where nothing stands.
  const unknown = names.filter((name) => name !== '' && !KNOWN.has(name))
  if (unknown.length > UNKNOWN_COLUMNS_MAX) throw tooManyUnknown(unknown)
  return new Map(names.map((name, at) => [name, at] as const).filter(([name]) => KNOWN.has(name)))
}

/** @returns null for an empty row. */
function cellsOf(record: readonly string[], columns: Columns): Map<string, string> | null {
  const cells = new Map<string, string>()
  let isEmpty = true
  for (const [name, at] of columns) {
    const cell = fromCell(record[at])
    if (cell !== '') isEmpty = false
    cells.set(name, cell)
  }
  return isEmpty ? null : cells
}

/** @throws ShopError `invalid` at the first row that is not CSV. */
async function* readRecords(file: Buffer): AsyncGenerator<string[]> {
  if (!isUtf8(file)) throw refusal('refusal.notUtf8')
  const parser = Readable.from(inPieces(file)).pipe(
    parse({
      delimiter: delimiterOf(file),
      relax_column_count: true,
      bom: true,
      max_record_size: ROW_BYTES_MAX,
    }),
  )
  let row = 0
  try {
    for await (const record of parser) {
      row++
      yield record as string[]
    }
  } catch (error) {
    throw unreadable(error as Partial<CsvError> & { lines?: number }, row + 1)
  }
}

/** A parser that is given the whole file parses it in one go. */
async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < file.length; from += PIECE_BYTES) {
    yield file.subarray(from, from + PIECE_BYTES)
    await setImmediate()
  }
}

function delimiterOf(file: Buffer): string {
  const heading = file.toString('utf8', 0, ROW_BYTES_MAX).split(/\r?\n/, 1)[0] ?? ''
  return heading.includes(';') && !heading.includes(',') ? ';' : ','
}

function missing(names: readonly string[]) {
  return refusal({ id: 'refusal.columnsMissing', values: { names: names.join(', ') } })
}

function tooWide(row: number, cells: number) {
  return row === 1
    ? refusal({ id: 'refusal.tooManyColumns', values: { cells, max: COLUMNS_MAX } })
    : refusal({ id: 'refusal.rowTooWide', values: { row, cells, max: COLUMNS_MAX } })
}

function tooLong() {
  return refusal({ id: 'refusal.tooManyRows', values: { max: IMPORT_ROWS_MAX } })
}

function tooManyUnknown(unknown: readonly string[]) {
  const example = unknown[0]?.slice(0, 50) ?? ''
  return refusal({
    id: 'refusal.unknownColumns',
    values: { count: unknown.length, max: UNKNOWN_COLUMNS_MAX, example },
  })
}

function unreadable({ code, lines }: Partial<CsvError> & { lines?: number }, row: number) {
  const line = lines || 'none'
  return code === 'CSV_MAX_RECORD_SIZE'
    ? refusal({
        id: 'refusal.rowTooLong',
        values: { row, line, kilobytes: ROW_BYTES_MAX / 1024 },
      })
    : refusal({ id: 'refusal.notCsv', values: { line } })
}

/** Undoes the export's protection against formulas. */
function fromCell(cell = ''): string {
  const text = cell.trim()
  return text.startsWith("'") && QUOTED.test(text.slice(1)) ? text.slice(1) : text
}

function refusal(reason: Sentence) {
  return invalid({ file: [reason] })
}
