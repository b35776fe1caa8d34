/** Imports products: a file is first validated as a whole, then applied once, by a job. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ImportJob, ImportMapping, ImportReport } from '#contract/admin.ts'
import { IMPORT_PREVIEW_MAX } from '#contract/limits.ts'
import type { Locale } from '#contract/locale.ts'
import { longDate } from '#contract/long-date.ts'
import { shopCurrency } from '#contract/money.ts'
import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database } from '../../platform/db/database.ts'
import { readShopZone } from '../../platform/db/shop-zone.ts'
import type { Caller } from '../../platform/http/api.ts'
import { orNotFound, ShopError } from '../../platform/http/shop-error.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { type Converted, convertRows } from './convert-rows.ts'
import { EMPTY_TABLE, encodingOf, readImport } from './import-files.ts'
import * as jobs from './import-jobs.store.ts'
import { createImportedPictures } from './import-pictures.ts'
import type { Problems } from './import-problems.ts'
import { findNames } from './names.ts'
import { type Catalog, readCatalog, type Upload } from './read-catalog.ts'
import { countOf } from './read-definitions.ts'
import type { Table } from './read-table.ts'
import { type Job, type RunParts, runImport } from './run-import.ts'
import { finishUndo, startUndo } from './undo-import.store.ts'
import { undoImport } from './undo-import.ts'

/** How often a running job is marked as alive: well within the time after which it is considered stopped. */
const ALIVE_MS = 15_000

/** How long to wait for an undo to finish, so that the response can include its result. */
const SOON_MS = 2000

/** One file at a time: reading a large one takes hundreds of megabytes of memory. */
const READING = { max: 1, waitMs: 60_000, waitingMax: 3 }

/** Whether an import is running, in any process. */
export const { isImporting } = jobs

export type ImportProducts = ReturnType<typeof createImportProducts>

export interface ImportParts extends RunParts {
  pictures: KeptPictures
  warn(error: unknown, what: string): void
}

interface ImportRequest {
  mode: 'check' | 'apply'
  skipBad: boolean
  /** Whether staff have confirmed that the ids are this shop's. */
  ownIds: boolean
  /** The columns that staff chose; null to detect them by name. */
  mapping: ImportMapping | null
  locale: Locale
}

export function createImportProducts(db: Database, parts: ImportParts) {
  const { pictures, warn } = parts
  const oneAtATime = createSemaphore(READING)
  const running = new Set<Promise<void>>()
  let isClosing = false

  function run(job: Job, upload: Upload, catalog: Catalog): void {
    const alive = setInterval(() => {
      jobs
        .touchJob(db.run, job.id)
        .catch((error: unknown) => warn(error, `import ${job.id} could not be marked as alive`))
    }, ALIVE_MS)
    const work = runImport(db, job, upload, { ...parts, catalog })
    follow(`import ${job.id}`, work, (state) => jobs.finishJob(db.run, job.id, state)).finally(() =>
      clearInterval(alive),
    )
  }

  /**
   * Records how an import or an undo ended, even after the response has been sent. Resolves once the outcome is stored.
   */
  function follow(
    what: string,
    work: Promise<'done' | 'stopped'>,
    mark: (state: 'done' | 'stopped') => Promise<void>,
  ): Promise<void> {
    const all = work
      .catch((error: unknown) => {
        warn(error, `${what} was interrupted`)
        return 'stopped' as const
      })
      .then(mark)
      .catch((error: unknown) => warn(error, `the outcome of ${what} could not be recorded`))
      .finally(() => running.delete(all))
    running.add(all)
    return all
  }

  /**
   * Validates a file and, in mode `apply`, starts applying it. If the file's job stopped, the import resumes where it
   * stopped; a file applied within the last day is not applied again.
   * @throws ShopError `invalid` for a file that cannot be read; `too_large`; in mode `apply`, also `invalid`, with the
   * `problems`, for a file with problems unless bad rows may be skipped, and `conflict` for a file that has been
   * applied, or while another import is running.
   */
  async function take(
    caller: Caller,
    file: Buffer,
    { mode, skipBad, ownIds, mapping, locale }: ImportRequest,
  ): Promise<ImportReport> {
    const currency = shopCurrency().code
    const read = await readImport(file, mapping)
    const hash = hashOf(file, read.products, mapping)
    const earlier = await jobs.findJobOfFile(db.run, hash)
    const stopped = earlier?.state === 'stopped' ? earlier.id : null
    const applied = stopped === null ? new Map() : await jobs.findAppliedRows(db.run, stopped)
    const uploaded = createImportedPictures(read.pictures, pictures)
    const converted = await convertRows(read.products, {
      names: await findNames(db.run, []),
      mapping,
      hasPicture: uploaded.has,
      zone: await readShopZone(db.run),
    })
    const files = {
      ...read,
      products: rowsLeft(converted.products, applied),
      definitions: withRows(read.definitions, converted.definitions),
    }
    const upload = { files, uploaded, locale, ownIds, isShipped: pictures.isShipped }
    const catalog = await readCatalog(db.run, upload)
    const report = reportOf(catalog, earlier, {
      rows: converted.products.rows.length,
      applied_rows: applied.size,
      encoding: encodingOf(read),
      source: read.products.source,
      columns: [...read.products.described],
      category_words: converted.categoryWords,
      preview: previewOf(catalog, files.products),
    })
    if (mode === 'check') return report
    if (report.applied_at)
      throw appliedBefore(report.applied_at, locale, await readShopZone(db.run))
    const { rows, problems } = catalog.report
    if (problems.count > 0 && !skipBad) throw refusedRows(problems)
    const toApply = rows.filter(({ row }) => !applied.has(row)).length
    const id = await jobs.startJob(db.run, {
      hash,
      stopped,
      currency,
      actorId: caller.id,
      problems,
      total: applied.size + toApply,
      done: applied.size,
    })
    if (id === null) throw new ShopError('conflict', 'error.importRunning')
    run({ id, caller, problems, applied, isStopping: () => isClosing }, upload, catalog)
    return { ...report, job: id }
  }

  return {
    /**
     * Runs `take`, one file at a time. @throws SemaphoreTimeout if too many files are waiting, or one waits too long.
     */
    take: (...file: Parameters<typeof take>) => oneAtATime(() => take(...file)),

    /** @throws ShopError `not_found`. */
    job: async (id: number): Promise<ImportJob> => orNotFound(await jobs.findJob(db.run, id)),

    latest: () => jobs.findLatestJob(db.run),

    /**
     * Starts undoing an import. @returns the job, which is already finished if the undo was quick.
     * @throws ShopError `not_found`; `conflict` if the job is running, is being undone, ended over a day ago, or has
     * nothing left to undo.
     */
    async undo(caller: Caller, id: number): Promise<ImportJob> {
      orNotFound(await jobs.findJob(db.run, id))
      if (!(await startUndo(db.run, id))) throw new ShopError('conflict', 'error.importNotUndone')
      const work = undoImport(db, { id, caller, isStopping: () => isClosing }, parts)
      const over = follow(`the undo of import ${id}`, work, (state) =>
        finishUndo(db.run, id, state),
      )
      await Promise.race([over, setTimeout(SOON_MS, undefined, { ref: false })])
      return this.job(id)
    },

    /** Starts no new chunks, and waits for those in progress. */
    async close(): Promise<void> {
      isClosing = true
      await Promise.all(running)
    },
  }
}

function reportOf(
  { definitions, report: { rows, comparison, idsInDoubt, problems } }: Catalog,
  earlier: jobs.FileJob | null,
  file: Pick<
    ImportReport,
    'rows' | 'applied_rows' | 'encoding' | 'source' | 'columns' | 'category_words' | 'preview'
  >,
): ImportReport {
  const { unchanged, changes, free } = comparison
  return {
    ...file,
    applied_at: earlier?.state === 'done' ? earlier.updatedAt.toISOString() : null,
    creates: rows.filter(({ id }) => id === null).length,
    updates: rows.filter(({ id }) => id !== null).length - unchanged,
    unchanged,
    changes,
    free_count: free.length,
    free: free.slice(0, IMPORT_PREVIEW_MAX),
    ids_in_doubt: idsInDoubt,
    definitions: countOf(definitions),
    ...listOf(problems),
    job: null,
  }
}

/** Identifies an import by its file and mapping: with different columns or categories, a file is a different import. */
function hashOf(
  file: Buffer,
  { isForeign, described }: Table,
  mapping: ImportMapping | null,
): Buffer {
  const hash = createHash('sha256').update(file)
  if (isForeign || mapping) {
    const { category, categories } = mapping ?? {}
    const columns = described.map(({ column }) => column)
    hash.update(JSON.stringify([columns, category, Object.entries(categories ?? {}).sort()]))
  }
  return hash.digest()
}

/** The first rows that create a product, in the shop's own format. */
function previewOf({ report }: Catalog, { rows }: Table): ImportReport['preview'] {
  const created = new Set(report.rows.flatMap(({ id, row }) => (id === null ? [row] : [])))
  return rows
    .filter(({ row }) => created.has(row))
    .slice(0, IMPORT_PREVIEW_MAX)
    .map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries([...cells].map(([name, cell]) => [name, cell.slice(0, 200)])),
    }))
}

/** The upload's definition tables, with the rows that `convertRows` adds to them. */
function withRows(
  tables: ReadonlyMap<string, Table>,
  added: Converted['definitions'],
): Map<string, Table> {
  const all = new Map(tables)
  for (const [name, rows] of added) {
    if (rows.length === 0) continue
    const table = all.get(name) ?? EMPTY_TABLE
    all.set(name, { ...table, rows: [...table.rows, ...rows] })
  }
  return all
}

function listOf({ rows, named, count }: Problems) {
  return { bad_rows: rows, problems: [...named], problem_count: count }
}

/**
 * The rows that a stopped job has not finished. For rows already applied, only what their products fit is left to
 * store.
 */
function rowsLeft(table: Table, applied: ReadonlyMap<number, jobs.AppliedRow>): Table {
  return {
    ...table,
    rows: table.rows.flatMap((row) => {
      const before = applied.get(row.row)
      if (!before) return [row]
      return before.isDone
        ? []
        : [{ ...row, cells: new Map(row.cells).set('id', String(before.productId)) }]
    }),
  }
}

function appliedBefore(at: string, locale: Locale, zone: string): ShopError {
  const values = { at: longDate(new Date(at), locale, zone) }
  return new ShopError('conflict', { id: 'error.importApplied', values })
}

function refusedRows(problems: Problems): ShopError {
  const reason: Sentence =
    problems.rows > 0
      ? { id: 'error.badRows', values: { count: problems.rows } }
      : 'error.badColumns'
  return new ShopError('invalid', reason, { errors: { file: [reason] }, ...listOf(problems) })
}
