/**
 * Applies an upload: its definitions, then its rows in chunks, each in one transaction together with the job's
 * progress, then what accessories fit. After a crash, a chunk has been applied completely or not at all, and the job's
 * progress shows which. A row that can no longer be applied (its SKU was taken or its units were ordered after it was
 * validated) is left out and listed; the rest of its chunk is applied without it.
 */
import { type Database, inTransaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import type { Fits } from '../fits/fits.ts'
import { applyDefinitions, type DefinitionParts } from './apply-definitions.ts'
import { applyFits } from './apply-fits.ts'
import { applyRows, asRowError, inOrder, RowRefused, type StoredRow } from './apply-rows.ts'
import * as jobs from './import-jobs.store.ts'
import type { ImportedPictures } from './import-pictures.ts'
import { addProblems, type Found, type Problems } from './import-problems.ts'
import { reserveIds } from './names.store.ts'
import { type Catalog, readCatalog, type Upload } from './read-catalog.ts'
import { countOf } from './read-definitions.ts'
import type { ImportRow } from './read-row.ts'
import { savePictures } from './row-pictures.ts'

const CHUNK_ROWS_MAX = 100
/** Keeps chunks short, so that progress shows: encoding a picture takes about as long as writing a hundred rows. */
const CHUNK_PICTURES_MAX = 12

export interface RunParts extends DefinitionParts {
  changes: CatalogChanges
  pictures: KeptPictures
  fits: Fits
}

export interface Job {
  readonly id: number
  readonly caller: Caller
  problems: Problems
  /** The rows that the job applied before it stopped, keyed by row number. */
  readonly applied: ReadonlyMap<number, jobs.AppliedRow>
  /** Whether the server is stopping, so that no new chunk may begin. */
  isStopping(): boolean
}

/** A product's id, with the row that created or changed it. */
type Applied = { id: number; row: Omit<ImportRow, 'pictures'> }

/** @param catalog the upload as read; if it has definitions, it is reread once they have ids. */
export async function runImport(
  db: Database,
  job: Job,
  upload: Upload,
  { catalog, ...parts }: RunParts & { catalog: Catalog },
): Promise<'done' | 'stopped'> {
  let { rows } = catalog.report
  const refuse = (refused: readonly Found[]) => {
    for (const one of refused) job.problems = addProblems(job.problems, [one], upload.locale)
  }
  const note = () => jobs.noteProgress(db.run, job.id, { problems: job.problems })

  if (countOf(catalog.definitions) > 0) {
    const { uploaded } = upload
    const refused = await applyDefinitions(db.run, job.caller, catalog.definitions, {
      ...parts,
      pictures: uploaded,
      noteStep: note,
    })
    if (refused) {
      refuse([refused])
      await note()
      return 'stopped'
    }
    const { report } = await readCatalog(db.run, upload)
    rows = report.rows
    job.problems = report.problems
  }

  const newest = Math.max(0, ...rows.map(({ newId }) => newId ?? 0))
  if (newest > 0) await reserveIds(db.run, newest)
  const before = ({ row }: ImportRow) => job.applied.get(row)
  const withFits = rows.flatMap((row): Applied[] => {
    const id = before(row)?.productId
    return id === undefined ? [] : [{ id, row }]
  })
  const left = inOrder(rows.filter((row) => !before(row)))
  for (const chunk of inChunks(left, toStore)) {
    if (job.isStopping()) return 'stopped'
    const applied = await applyChunk(db, job, chunk, { ...parts, ...upload, refuse })
    if (!applied) {
      await note()
      return 'stopped'
    }
    withFits.push(...applied.filter(({ row }) => row.fits))
  }

  for (const chunk of inChunks(withFits)) {
    if (job.isStopping()) return 'stopped'
    const { stored, refused } = await applyFits(db.run, job.caller, chunk, parts.fits)
    refuse(refused)
    const numbers = chunk.map(({ row }) => row.row)
    await jobs.finishRows(db.run, job.id, numbers, stored)
    await note()
  }
  return 'done'
}

interface ChunkParts extends Pick<RunParts, 'changes' | 'pictures'> {
  uploaded: ImportedPictures
  refuse(refused: readonly Found[]): void
}

/** @returns the applied rows; null if none was applied, because pictures currently cannot be stored. */
async function applyChunk(
  db: Database,
  job: Job,
  chunk: readonly ImportRow[],
  { changes, pictures, uploaded, refuse }: ChunkParts,
): Promise<Applied[] | null> {
  const stored = await storePictures(chunk, uploaded)
  refuse(stored.refused)
  if (stored.isOut) return null
  let left = stored.rows
  for (;;) {
    try {
      return await inTransaction(db, async (tx) => {
        const { created, updated, done } = await applyRows(tx, job.caller.id, left, pictures)
        await jobs.noteProgress(tx, job.id, {
          done: chunk.length,
          created: created.length,
          updated: updated.length,
          problems: job.problems,
        })
        const ids = [...updated, ...created]
        if (ids.length > 0) tx.afterCommit(() => changes.announce({ what: 'products', ids }))
        const added = left.filter(({ id }) => id === null)
        const applied = left.map((row) => ({ id: row.id ?? created[added.indexOf(row)] ?? 0, row }))
        await jobs.insertApplied(
          tx,
          job.id,
          applied.map(({ id, row }) => ({
            row: row.row,
            productId: id,
            isDone: !row.fits,
            units: row.units,
            ...(done.get(row.row) ?? { version: 1, before: null }),
          })),
        )
        return applied
      })
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
      refuse([error])
      left = left.filter(({ row }) => row !== error.row)
    }
  }
}

/**
 * Stores a chunk's pictures before its transaction begins. If a row is rejected later, its pictures are removed like
 * any other unused pictures.
 * @returns the rows without those in `refused`, whose pictures cannot be stored. `isOut` is true if the picture store
 * itself failed, at the last row in `refused`: the import stops there, and sending the same file again finishes it.
 */
export async function storePictures(
  chunk: readonly ImportRow[],
  uploaded: ImportedPictures,
): Promise<{ rows: StoredRow[]; refused: RowRefused[]; isOut: boolean }> {
  const rows: StoredRow[] = []
  const refused: RowRefused[] = []
  for (const row of chunk) {
    try {
      rows.push({ ...row, pictures: row.pictures && (await savePictures(row.pictures, uploaded)) })
    } catch (error) {
      const rowError = asRowError(error, row.row)
      if (!(rowError instanceof RowRefused)) throw error
      refused.push(new RowRefused(row.row, 'pictures', rowError.sentence))
      if (error instanceof ShopError && error.code === 'unavailable') {
        return { rows, refused, isOut: true }
      }
    }
  }
  return { rows, refused, isOut: false }
}

/** The number of the row's pictures that have not been stored yet. */
const toStore = ({ pictures }: ImportRow): number =>
  pictures?.filter(({ key }) => key === null).length ?? 0

/** @param picturesOf returns the number of pictures that a row will store. */
function* inChunks<Row>(
  rows: readonly Row[],
  picturesOf: (row: Row) => number = () => 0,
): Generator<Row[]> {
  let chunk: Row[] = []
  let pictures = 0
  for (const row of rows) {
    const isFull =
      chunk.length === CHUNK_ROWS_MAX || pictures + picturesOf(row) > CHUNK_PICTURES_MAX
    if (isFull && chunk.length > 0) {
      yield chunk
      chunk = []
      pictures = 0
    }
    chunk.push(row)
    pictures += picturesOf(row)
  }
  if (chunk.length > 0) yield chunk
}
