import { setImmediate } from 'node:timers/promises'
import { ATTRIBUTE_COLUMN, ATTRIBUTE_COLUMN_AR, PRODUCT_COLUMNS } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'
import { type Comparison, compareRows } from './compare-rows.ts'
import { addProblems, type Problems, problemsOf } from './import-problems.ts'
import { completed, findTarget, knownProducts } from './known-products.ts'
import { readList } from './list-cell.ts'
import { findDevices } from './names.store.ts'
import { type ImportRow, type RowContext, readRow } from './read-row.ts'
import type { Table, TableRow, TableShape } from './read-table.ts'
import { ROWS_PER_TURN, refusedMembers } from './refused-members.ts'
import { tidyProduct } from './tidy-row.ts'

export interface ValidationReport {
  rows: ImportRow[]
  comparison: Comparison
  /** The number of rows whose ids may come from another shop. */
  idsInDoubt: number
  problems: Problems
}

const COLUMNS: ReadonlySet<string> = new Set(PRODUCT_COLUMNS)

export const PRODUCTS_SHAPE: TableShape = {
  required: ['category', 'name', 'price'],
  isMapped: true,
  isKnown: (name) =>
    COLUMNS.has(name) || name.startsWith(ATTRIBUTE_COLUMN) || name.startsWith(ATTRIBUTE_COLUMN_AR),
  tidy: tidyProduct,
}

export interface ValidateParts extends Pick<RowContext, 'names' | 'uploaded' | 'isShipped'> {
  problems: Problems
  locale: Locale
  ownIds: boolean
}

export async function validateRows(
  db: Handle,
  table: Table,
  { locale, problems, ownIds, ...parts }: ValidateParts,
): Promise<ValidationReport> {
  const { columns, separator } = table
  const known = await knownProducts(db, table.rows)
  const rows = completed(table, known)
  const isPoint = separator === ','
  const context = { ...parts, columns, isPoint, isDevice: await devicesOf(db, rows) }
  const seen = { ids: new Set<number>(), skus: new Set<string>() }
  const good: ImportRow[] = []
  let all = problems
  let idsInDoubt = 0
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate()
    const errors: FieldSentences = Object.create(null)
    const { product, newId, isInDoubt } = findTarget(row, known, seen, errors)
    if (product && isInDoubt && !errors.id) {
      idsInDoubt++
      const { id, name } = product
      if (!ownIds) errors.id = [{ id: 'error.idInDoubt', values: { id, name } }]
    }
    const read = readRow(row, product, context, errors)
    all = addProblems(all, problemsOf(errors, { row: row.row }), locale)
    if (read) good.push({ ...read, row: row.row, id: product?.id ?? null, newId })
  }
  const refused = await refusedMembers(db, good, known.byId, parts.names)
  for (const one of refused) all = addProblems(all, [one], locale)
  const numbers = new Set(refused.map(({ row }) => row))
  const left = good.filter(({ row }) => !numbers.has(row))
  return { rows: left, comparison: await compareRows(db, left), idsInDoubt, problems: all }
}

/** @returns a function that checks whether a reference is to a device in the shop or in the upload. */
async function devicesOf(
  db: Handle,
  rows: readonly TableRow[],
): Promise<(reference: string) => boolean> {
  const added = new Set<string>()
  const named = new Set<string>()
  for (const { cells } of rows) {
    if (cells.get('category') !== 'Accessories') {
      for (const reference of [cells.get('sku'), cells.has('id') && `#${cells.get('id')}`]) {
        if (reference) added.add(reference)
      }
    }
    for (const [what = '', name = ''] of readList(cells.get('fits') ?? '')) {
      if (what.toLowerCase() === 'product') named.add(name)
    }
  }
  const missing = [...named].filter((name) => !added.has(name))
  const known = missing.length > 0 ? await findDevices(db, missing) : new Map()
  return (reference) => added.has(reference) || known.has(reference)
}
