/** Validates every row of an import, by the same rules as a product entered by hand. */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ProductForm } from '#contract/admin.ts'
import { STOCK_MAX } from '#contract/limits.ts'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../../platform/db/database.ts'
import { fieldErrors } from '../../platform/http/field-errors.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import { compileValidator } from '../../platform/http/validation.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'
import { translate } from '../../platform/words/translate.ts'
import { addProblems, NO_PROBLEMS, type Problems } from './import-problems.ts'
import type { CsvRow } from './product-csv.ts'
import { type ProductValues, readForm } from './product-form.ts'
import { findEditable, findKnown, type KnownProduct } from './product-writes.store.ts'
import { edited } from './product-writes.ts'

/** A row that can be applied. */
export interface ImportRow {
  row: number
  /** The product that it changes; null creates one. */
  id: number | null
  values: ProductValues
  /** Opening stock of a new product, change of an existing one. */
  units: number
}

export interface ValidationReport {
  rows: ImportRow[]
  /** How many of the rows leave their product unchanged. */
  unchanged: number
  /** Of the rows that cannot be applied. */
  problems: Problems
}

const checkForm = compileValidator({
  schema: ProductForm,
  method: 'POST',
  url: '/api/admin/products/imports',
  httpPart: 'body',
})

/** Rows validated before other requests run. */
const ROWS_PER_TURN = 200

/** Reads the products that the rows refer to, and no others. */
export async function validateRows(
  db: Handle,
  rows: readonly CsvRow[],
  locale: Locale,
): Promise<ValidationReport> {
  const known = await knownProducts(db, rows)
  const seen = { ids: new Set<number>(), skus: new Set<string>() }
  const good: ImportRow[] = []
  let problems = NO_PROBLEMS
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate()
    const errors: FieldSentences = Object.create(null)
    const target = findTarget(row, known, seen, errors)
    const values = readValues(row, errors)
    const units = readUnits(row, target, errors)
    const found = Object.entries(errors).map(([field, [reason = 'refusal.invalid']]) => ({
      row: row.row,
      field,
      reason: translate(locale, reason),
    }))
    problems = addProblems(problems, found)
    if (values && found.length === 0) {
      good.push({ row: row.row, id: target?.id ?? null, values, units })
    }
  }
  return { rows: good, unchanged: await countUnchanged(db, good), problems }
}

/** Descriptions are long: this many products are read at a time. */
const BATCH = 500

async function countUnchanged(db: Handle, rows: readonly ImportRow[]): Promise<number> {
  // A change of units is a separate change.
  const edits = rows.filter(({ id, units }) => id !== null && units === 0)
  let unchanged = 0
  for (let from = 0; from < edits.length; from += BATCH) {
    const batch = new Map(edits.slice(from, from + BATCH).map(({ id, values }) => [id, values]))
    const ids = [...batch.keys()].filter((id) => id !== null)
    for (const product of await findEditable(db, ids)) {
      const values = batch.get(product.id)
      if (values && isDeepStrictEqual(edited(product, values), product)) unchanged++
    }
  }
  return unchanged
}

interface Known {
  byId: Map<number, KnownProduct>
  bySku: Map<string, KnownProduct>
}

async function knownProducts(db: Handle, rows: readonly CsvRow[]): Promise<Known> {
  const ids = rows.map(({ cells }) => toId(cells.get('id'))).filter((id) => id !== null)
  const skus = rows.flatMap(({ cells }) => cells.get('sku')?.replaceAll('\0', '') || [])
  const products = await findKnown(db, ids, skus)
  return {
    byId: new Map(products.map((product) => [product.id, product])),
    bySku: new Map(products.flatMap((product) => (product.sku ? [[product.sku, product]] : []))),
  }
}

function toId(cell: string | undefined): number | null {
  return cell && /^[1-9]\d{0,14}$/.test(cell) ? Number(cell) : null
}

function findTarget(
  { cells }: CsvRow,
  known: Known,
  seen: { ids: Set<number>; skus: Set<string> },
  errors: FieldSentences,
): KnownProduct | null {
  const sku = cells.get('sku') ?? ''
  const id = toId(cells.get('id'))
  const owner = known.bySku.get(sku) ?? null
  const target = id === null ? owner : (known.byId.get(id) ?? null)
  if (cells.get('id') && (!target || target.deleted)) errors.id = ['refusal.noSuchProduct']
  else if (target?.deleted) errors.sku = ['refusal.skuOfDeleted']
  if (owner && target && owner.id !== target.id) errors.sku = ['refusal.skuTaken']
  if (target && seen.ids.has(target.id)) {
    errors.id ??= ['refusal.productRepeated']
  }
  if (sku && seen.skus.has(sku)) errors.sku ??= ['refusal.skuRepeated']
  if (target) seen.ids.add(target.id)
  if (sku) seen.skus.add(sku)
  return target
}

function readValues({ cells }: CsvRow, errors: FieldSentences): ProductValues | null {
  const text = (name: string) => cells.get(name) ?? ''
  const compareAt = cells.get('compare_at_price')
  const form = {
    // An empty sku keeps an existing product's own.
    ...(text('sku') && { sku: text('sku') }),
    name: text('name'),
    name_ar: text('name_ar'),
    description: text('description'),
    description_ar: text('description_ar'),
    category: text('category'),
    seller: text('seller'),
    ...(cells.has('seller_ar') && { seller_ar: text('seller_ar') }),
    price: toAmount(text('price')),
    ...(compareAt !== undefined && {
      compare_at_price: compareAt === '' ? null : toAmount(compareAt),
    }),
  }
  const outcome = checkForm(form) as { error?: Parameters<typeof fieldErrors>[0] }
  if (outcome.error) {
    Object.assign(errors, { ...fieldErrors(outcome.error), ...errors })
    return null
  }
  try {
    return readForm(form as ProductForm)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    Object.assign(errors, { ...error.extras.errors, ...errors })
    return null
  }
}

/** Text that is not a number stays text, which the schema refuses. */
function toAmount(cell: string): number | string {
  return /^\d{1,12}(\.\d{1,12})?$/.test(cell) ? Number(cell) : cell
}

function readUnits({ cells }: CsvRow, target: KnownProduct | null, errors: FieldSentences): number {
  const field = target ? 'stock_change' : 'stock'
  const cell = cells.get(field) ?? ''
  if (cell === '') return 0
  const units = /^[+-]?\d{1,7}$/.test(cell) ? Number(cell) : Number.NaN
  if (Number.isNaN(units) || Math.abs(units) > STOCK_MAX || (!target && units < 0)) {
    errors[field] = [{ id: 'refusal.notUnits', values: { field: { id: `field.${field}` } } }]
  } else if (target && units < -target.available) {
    errors[field] = [{ id: 'refusal.unitsMissing', values: { available: target.available } }]
  }
  return units
}
