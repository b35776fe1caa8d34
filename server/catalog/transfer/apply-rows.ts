import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/db/database.ts'
import { constraintOf, isDuplicate } from '../../platform/db/sql-errors.ts'
import type { StoredPicture } from '../../platform/db/tables.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { retireGone } from '../manage/edit-pictures.ts'
import type { EditableProduct, ProductValues } from '../manage/product-form.ts'
import { assertGroups } from '../manage/product-groups.ts'
import {
  addProducts,
  changeProduct,
  changeUnits,
  editable,
  edited,
  groupsOf,
  lockProduct,
  moveToFamily,
} from '../manage/product-writes.ts'
import type { Found } from './import-problems.ts'
import type { ImportRow } from './read-row.ts'
import type { RowBefore } from './row-before.ts'

export class RowRefused extends Error implements Found {
  readonly row: number
  readonly field: string
  readonly sentence: Sentence

  constructor(row: number, field: string, sentence: Sentence) {
    super(`row ${row} was rejected`)
    this.row = row
    this.field = field
    this.sentence = sentence
  }
}

/** A row whose pictures have been stored. */
export interface StoredRow extends Omit<ImportRow, 'pictures'> {
  pictures: StoredPicture[] | undefined
}

/** Rows in the order in which an import applies them: changes in id order, like all locks on products, then additions. */
export function inOrder<Row extends { id: number | null }>(rows: readonly Row[]): Row[] {
  const place = ({ id }: Row) => id ?? Number.MAX_SAFE_INTEGER
  return [...rows].sort((a, b) => place(a) - place(b))
}

/** A product's values after a row is applied. Attributes without a column keep their values. */
export function valuesFor(
  { values, attributes, pictures }: StoredRow,
  before: Pick<EditableProduct, 'attributes'>,
): ProductValues {
  const kept = before.attributes.filter(({ attribute }) => !attributes?.named.includes(attribute))
  return {
    ...values,
    pictures,
    attributes:
      attributes && [...kept, ...attributes.values].sort((a, b) => a.attribute - b.attribute),
  }
}

/** Data for undoing a row. */
export interface RowDone {
  /** The product's version after the row was applied. */
  version: number
  /** The previous values of the changed fields; null for a product that the row created. */
  before: RowBefore | null
}

/**
 * @returns the ids of the created or updated products, and what each row changed, keyed by row number.
 * @throws RowRefused for the first row that cannot be applied.
 */
export async function applyRows(
  tx: Tx,
  actorId: number,
  rows: readonly StoredRow[],
  pictures: KeptPictures,
) {
  const updated: number[] = []
  const done = new Map<number, RowDone>()
  for (const row of rows) {
    if (row.id === null) continue
    try {
      const { isChanged, ...rest } = await changeRow(tx, actorId, row, { id: row.id, pictures })
      if (isChanged) updated.push(row.id)
      done.set(row.row, rest)
    } catch (error) {
      throw asRowError(error, row.row)
    }
  }
  const fresh = rows.filter(({ id }) => id === null)
  const created = await addRows(tx, actorId, fresh)
  // A new product has version 1; joining a family is an edit, so it makes the version 2.
  for (const { row, family } of fresh) done.set(row, { version: family ? 2 : 1, before: null })
  return { created, updated, done }
}

async function changeRow(
  tx: Tx,
  actorId: number,
  row: StoredRow,
  { id, pictures }: { id: number; pictures: KeptPictures },
): Promise<RowDone & { isChanged: boolean }> {
  const locked = await lockProduct(tx, id)
  const values = valuesFor(row, locked)
  // Leaves the family first: after that, the product no longer needs values for the family's options.
  const hasLeft = row.family === null && (await moveToFamily(tx, actorId, locked, null))
  const lockedNow = hasLeft ? { ...locked, family_id: null } : locked
  const isEdited = await changeProduct(tx, actorId, lockedNow, values)
  if (values.pictures) await retireGone(tx, pictures, locked.pictures, values.pictures)
  const isMoved = hasLeft || (await moveToFamily(tx, actorId, locked, row.family))
  if (row.units !== 0) await changeUnits(tx, actorId, locked, row.units, 'import')
  const after: Record<string, unknown> = { ...edited(locked, values) }
  const before = Object.entries(editable(locked)).filter(
    ([name, was]) => !isDeepStrictEqual(was, after[name]),
  )
  return {
    isChanged: isEdited || isMoved || row.units !== 0,
    version: locked.version + Number(isEdited) + Number(isMoved),
    before: {
      ...Object.fromEntries(before),
      ...(isMoved && { family_id: locked.family_id }),
    },
  }
}

async function addRows(tx: Tx, actorId: number, rows: readonly StoredRow[]): Promise<number[]> {
  if (rows.length === 0) return []
  const products = rows.map((row) => ({
    values: valuesFor(row, { attributes: [] }),
    stock: row.units,
    id: row.newId,
  }))
  const ids = await addProducts(tx, actorId, products).catch(async (error: unknown) => {
    throw await errorAmong(tx, rows, error)
  })
  for (const [at, row] of rows.entries()) {
    const added = { id: ids[at] ?? 0, family_id: null }
    await moveToFamily(tx, actorId, added, row.family).catch((error: unknown) => {
      throw asRowError(error, row.row)
    })
  }
  return ids
}

/**
 * @returns the error for the first row whose SKU, brand, subcategory or attributes made the statement fail; `error` if
 * there is no such row.
 */
async function errorAmong(tx: Tx, rows: readonly StoredRow[], error: unknown): Promise<unknown> {
  const taken = rows.find(({ values }) => values.sku && isNamed(error, values.sku))
  if (taken) return asRowError(error, taken.row)
  if (!(error instanceof ShopError)) return error
  for (const row of rows) {
    const groups = groupsOf(valuesFor(row, { attributes: [] }))
    const reason = await assertGroups(tx, [groups]).catch((one: unknown) => one)
    if (reason) return asRowError(reason, row.row)
  }
  return error
}

/** Whether PostgreSQL reports `Key (sku)=(x) already exists` for this SKU. */
function isNamed(error: unknown, sku: string): boolean {
  return (error as { detail?: string }).detail?.includes(`=(${sku})`) ?? false
}

/** Converts an error caused by a row into a RowRefused; returns any other error unchanged. */
export function asRowError(error: unknown, row: number): unknown {
  if (isDuplicate(error)) return new RowRefused(row, 'sku', 'error.skuTaken')
  if (constraintOf(error) === 'product_family') {
    return new RowRefused(row, 'family', 'error.familyGone')
  }
  if (!(error instanceof ShopError)) return error
  const { field, sentence } = reasonOf(error)
  const ofRow = error.code === 'conflict' ? 'stock_change' : 'id'
  return new RowRefused(row, field ?? ofRow, sentence)
}

/** The first field that the error names, if any, and the reason. */
export function reasonOf({ extras, sentence }: ShopError): { field?: string; sentence: Sentence } {
  const [first] = Object.entries(extras.errors ?? {})
  return first ? { field: first[0], sentence: first[1][0] ?? sentence } : { sentence }
}
