/** Products as CSV: written so that no cell runs as a formula, read as spreadsheets save it. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type CsvError, parse } from 'csv-parse'
import { PRODUCT_COLUMNS } from '#contract/admin.ts'
import { IMPORT_ROWS_MAX } from '#contract/limits.ts'
import type { Handle } from '../platform/db/database.ts'
import { invalid } from '../platform/http/shop-error.ts'
import { type ExportRow, findForExport } from './admin-products.store.ts'

const BATCH = 500

/** Spreadsheets run a cell that begins like this; the full-width forms too. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** What gets a quote in front: a formula, and a text that reads like one made safe already. */
const QUOTED = new RegExp(`^'*${FORMULA.source.slice(1)}`)

/** All products that are not deleted, a batch at a time. */
export async function* writeProducts(db: Handle): AsyncGenerator<string> {
  // With the mark that lets spreadsheets read Arabic as UTF-8.
  yield `\uFEFF${PRODUCT_COLUMNS.join(',')}\r\n`
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
  return `${PRODUCT_COLUMNS.map((column) => toCell(cells[column] ?? '')).join(',')}\r\n`
}

function toCell(value: string | number): string {
  const text = String(value)
  const safe = typeof value === 'string' && QUOTED.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Cells by column; `row` counts as a spreadsheet does, the heading being 1. */
export interface CsvRow {
  row: number
  cells: Map<string, string>
}

const REQUIRED = ['category', 'name', 'name_ar', 'description', 'description_ar', 'seller', 'price']

/** @throws ShopError `invalid` for a file that is no table of products. */
export async function readProducts(file: Buffer): Promise<CsvRow[]> {
  const text = decode(file)
  const heading = text.split(/\r?\n/, 1)[0] ?? ''
  const records = await parseRecords(
    text,
    heading.includes(';') && !heading.includes(',') ? ';' : ',',
  )
  const columns = (records[0] ?? []).map((name) => name.trim().toLowerCase())
  const missing = REQUIRED.filter((name) => !columns.includes(name))
  if (missing.length > 0) throw refusal(`These columns are missing: ${missing.join(', ')}.`)
  if (records.length > IMPORT_ROWS_MAX + 1) {
    throw refusal(`A file has at most ${IMPORT_ROWS_MAX} rows.`)
  }
  return records
    .slice(1)
    .map((cells, index) => ({
      row: index + 2,
      cells: new Map(columns.map((name, column) => [name, fromCell(cells[column])])),
    }))
    .filter(({ cells }) => [...cells.values()].some((cell) => cell !== ''))
}

function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw refusal('The file is not text in UTF-8.')
  }
}

async function parseRecords(text: string, delimiter: string): Promise<string[][]> {
  const records: string[][] = []
  const parser = Readable.from([text]).pipe(
    parse({ delimiter, relax_column_count: true, bom: true }),
  )
  try {
    for await (const record of parser) {
      records.push(record as string[])
      if (records.length > IMPORT_ROWS_MAX + 1) break
      // Requests that wait get their turn.
      if (records.length % 500 === 0) await setImmediate()
    }
    return records
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    throw refusal(`The file cannot be read as CSV${lines ? ` (line ${lines})` : ''}.`)
  }
}

/** Undoes what the export did against formulas. */
function fromCell(cell = ''): string {
  const text = cell.trim()
  return text.startsWith("'") && QUOTED.test(text.slice(1)) ? text.slice(1) : text
}

function refusal(reason: string) {
  return invalid({ file: [reason] })
}
