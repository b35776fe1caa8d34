/**
 * Undoes an import product by product, except for products that have changed since. A chunk's rows are deleted in the
 * transaction that undoes them, so that nothing is undone twice.
 */
import type { KeptRow } from '#contract/admin.ts'
import { type Database, inTransaction, type Tx } from '../../platform/db/database.ts'
import { isDuplicate } from '../../platform/db/sql-errors.ts'
import type { Caller } from '../../platform/http/api.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import { idsNamed } from '../fits/check-rows.ts'
import { lockProducts } from '../fits/fits.store.ts'
import { editFits } from '../fits/fits.ts'
import { retireGone } from '../manage/edit-pictures.ts'
import { type LockedProduct, lockForWrite } from '../manage/product-writes.store.ts'
import { changeProduct, changeUnits, editable, moveToFamily } from '../manage/product-writes.ts'
import { removeProduct } from '../manage/remove-product.ts'
import type { RowBefore } from './row-before.ts'
import type { RunParts } from './run-import.ts'
import * as store from './undo-import.store.ts'

const CHUNK_ROWS_MAX = 100

export interface UndoJob {
  id: number
  caller: Caller
  /** Whether the server is stopping, so that no new chunk may begin. */
  isStopping(): boolean
}

type UndoParts = Pick<RunParts, 'changes' | 'pictures'>

export async function undoImport(
  db: Database,
  job: UndoJob,
  parts: UndoParts,
): Promise<'done' | 'stopped'> {
  for (;;) {
    if (job.isStopping()) return 'stopped'
    const rows = await undoChunk(db, job, parts)
    if (rows === 0) return 'done'
  }
}

/**
 * The outcome for a row. `reason` says why the product was not restored or removed; it is missing if the product was
 * restored or removed, or if there was nothing to undo. A product that was hidden instead also counts as undone.
 */
type Outcome = { isUndone: boolean; reason?: KeptRow['reason']; name?: string }

class RowKept extends Error {
  readonly row: number

  constructor(row: number, cause: unknown) {
    super(`row ${row} cannot be restored`, { cause })
    this.row = row
  }
}

/** @returns the number of rows processed; 0 if none were left. */
async function undoChunk(
  db: Database,
  { id: jobId, caller }: UndoJob,
  { changes, pictures }: UndoParts,
): Promise<number> {
  /** Numbers of rows whose product cannot be restored, for example because its SKU has been taken. */
  const refused = new Set<number>()
  for (;;) {
    try {
      return await inTransaction(db, async (tx) => {
        const rows = await store.takeRows(tx, jobId, CHUNK_ROWS_MAX)
        await lockProducts(tx, rows.flatMap(idsOf))
        const kept: KeptRow[] = []
        const ids: number[] = []
        for (const row of rows) {
          const parts = { pictures, isRefused: refused.has(row.row) }
          const { isUndone, reason, name = '' } = await undoRow(tx, caller.id, row, parts)
          if (isUndone) ids.push(row.id)
          if (reason) kept.push({ row: row.row, id: row.id, name, reason })
        }
        await store.noteUndone(tx, jobId, { undone: ids.length, kept })
        if (ids.length > 0) tx.afterCommit(() => changes.announce({ what: 'products', ids }))
        return rows.length
      })
    } catch (error) {
      if (!(error instanceof RowKept)) throw error
      refused.add(error.row)
    }
  }
}

async function undoRow(
  tx: Tx,
  actorId: number,
  { row, id, version, before, units }: store.UndoRow,
  { pictures, isRefused }: Pick<UndoParts, 'pictures'> & { isRefused: boolean },
): Promise<Outcome> {
  const { fits, ...fields } = before ?? {}
  if (before && Object.keys(before).length === 0 && units === 0) return { isUndone: false }
  const product = await lockForWrite(tx, id)
  // The product was deleted after the import, so there is nothing to undo.
  if (!product) return { isUndone: false }
  const { name } = product
  if (isRefused || product.deleted || product.version !== version) {
    return { isUndone: false, reason: 'changed', name }
  }
  if (before === null) {
    // The stock has changed since the import, so the product stays.
    if (product.on_hand !== units) return { isUndone: false, reason: 'changed', name }
    const isRemoved = await removeProduct(tx, actorId, product, pictures)
    return { isUndone: true, ...(!isRemoved && { reason: 'hidden', name }) }
  }
  if (product.on_hand - product.reserved < units) {
    return { isUndone: false, reason: 'ordered', name }
  }
  try {
    // Restores `fits` first: only accessories can have it, and the import may have turned the product into one.
    if (fits) await editFits(tx, actorId, id, fits)
    await putBack(tx, actorId, product, fields)
    if (fields.pictures) await retireGone(tx, pictures, product.pictures, fields.pictures)
    if (units !== 0) await changeUnits(tx, actorId, product, -units, 'import undone')
  } catch (error) {
    if (error instanceof ShopError || isDuplicate(error)) throw new RowKept(row, error)
    throw error
  }
  return { isUndone: true }
}

async function putBack(
  tx: Tx,
  actorId: number,
  product: LockedProduct,
  { family_id: family, ...fields }: Omit<RowBefore, 'fits'>,
): Promise<void> {
  // A product cannot change category within a family, so it first leaves any family it joined through the import.
  const isOut = family === null
  if (isOut) await moveToFamily(tx, actorId, product, family)
  const locked = isOut ? { ...product, family_id: null } : product
  await changeProduct(tx, actorId, locked, { ...editable(product), ...fields })
  if (!isOut) await moveToFamily(tx, actorId, product, family)
}

/** The ids of a row's product and of the devices that it previously fitted. */
const idsOf = ({ id, before }: store.UndoRow): number[] => [
  id,
  ...idsNamed(before?.fits?.rows ?? []),
]
