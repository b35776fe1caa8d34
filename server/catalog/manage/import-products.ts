/**
 * Imports of products. A file is validated as a whole first; then its rows are applied in chunks,
 * each in one transaction together with the job's progress: after a crash a chunk is applied
 * completely or not at all, and the job shows which. A row that can no longer be applied by then
 * (its sku was taken, its units were ordered) is left out and listed; the rest of its chunk is
 * applied without it.
 */
import type { ImportJob, ImportReport } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import { type Database, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { notFound, ShopError } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { translate } from '../../platform/words/translate.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import * as jobs from './import-jobs.store.ts'
import { addProblems, type Problems } from './import-problems.ts'
import { readProducts } from './product-csv.ts'
import { addProducts, changeProduct, changeUnits, lockProduct, skuTaken } from './product-writes.ts'
import { type ImportRow, validateRows } from './validate-import.ts'

const CHUNK = 100

export type ImportProducts = ReturnType<typeof createImportProducts>

export interface ImportParts {
  changes: CatalogChanges
  /** Receives failures of jobs that stopped. */
  warn(error: unknown, what: string): void
}

export function createImportProducts(db: Database, { changes, warn }: ImportParts) {
  const running = new Set<Promise<void>>()
  let isClosing = false

  async function run(job: Job, rows: readonly ImportRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += CHUNK) {
      if (isClosing) return jobs.finishJob(db.run, job.id, 'stopped')
      await applyChunk(job, rows.slice(from, from + CHUNK))
    }
    await jobs.finishJob(db.run, job.id, 'done')
  }

  /** The problems of the job then include those that were found here. */
  async function applyChunk(job: Job, chunk: ImportRow[]): Promise<void> {
    const { id: jobId, actorId } = job
    // In id order, as all locks on products.
    let left = [...chunk].sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
    for (;;) {
      try {
        return await inTransaction(db, async (tx) => {
          const { created, updated } = await applyRows(tx, actorId, left)
          await jobs.noteProgress(tx, jobId, {
            done: chunk.length,
            created: created.length,
            updated: updated.length,
            problems: job.problems,
          })
          const ids = [...updated, ...created]
          if (ids.length > 0) tx.afterCommit(() => changes.announce({ what: 'products', ids }))
        })
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error
        const { row: refused, field, sentence } = error
        const reason = translate(job.locale, sentence)
        job.problems = addProblems(job.problems, [{ row: refused, field, reason }])
        left = left.filter(({ row }) => row !== refused)
      }
    }
  }

  return {
    /**
     * Validates a file and, when it may be applied, starts applying it.
     * @throws ShopError `invalid`: for a file that is not CSV, or with all `problems` when there are
     *   bad rows that the caller did not ask to leave out.
     */
    async take(
      caller: Caller,
      file: Buffer,
      wish: { mode: 'check' | 'apply'; skipBad: boolean; locale: Locale },
    ): Promise<ImportReport> {
      const { rows, unchanged, problems } = await validateRows(
        db.run,
        await readProducts(file),
        wish.locale,
      )
      const found = {
        bad_rows: problems.rows,
        problems: [...problems.named],
        problem_count: problems.count,
      }
      const report = {
        rows: rows.length + problems.rows,
        creates: rows.filter(({ id }) => id === null).length,
        updates: rows.filter(({ id }) => id !== null).length - unchanged,
        unchanged,
        ...found,
        job: null,
      }
      if (wish.mode === 'check') return report
      if (problems.rows > 0 && !wish.skipBad) throw refusedRows(found)
      const job = await jobs.insertJob(db.run, caller.id, rows.length, problems)
      const work = run({ id: job, actorId: caller.id, locale: wish.locale, problems }, rows)
        .catch(async (error: unknown) => {
          warn(error, `import ${job} broke off`)
          await jobs.finishJob(db.run, job, 'stopped')
        })
        .catch((error: unknown) => warn(error, `import ${job} could not be marked as stopped`))
        .finally(() => running.delete(work))
      running.add(work)
      return { ...report, job }
    },

    /** @throws ShopError `not_found`. */
    async job(id: number): Promise<ImportJob> {
      const job = await jobs.findJob(db.run, id)
      if (!job) throw notFound()
      return job
    },

    /** Lets the chunks under way end and starts no other. */
    async close(): Promise<void> {
      isClosing = true
      await Promise.all(running)
    },
  }
}

/** An import under way. */
interface Job {
  readonly id: number
  readonly actorId: number
  /** The language of its problem reports. */
  readonly locale: Locale
  problems: Problems
}

class RowRefused extends Error {
  readonly row: number
  readonly field: string
  readonly sentence: Sentence

  constructor(row: number, field: string, sentence: Sentence) {
    super(`row ${row} is refused`)
    this.row = row
    this.field = field
    this.sentence = sentence
  }
}

/**
 * @returns the ids of the products that are new or changed.
 * @throws RowRefused for the first row that cannot be applied.
 */
async function applyRows(tx: Tx, actorId: number, rows: readonly ImportRow[]) {
  const updated: number[] = []
  for (const row of rows) {
    if (row.id === null) continue
    const { id, values, units } = row
    try {
      const locked = await lockProduct(tx, id)
      const isEdited = await changeProduct(tx, actorId, locked, values)
      if (units !== 0) await changeUnits(tx, actorId, locked, units, 'import')
      if (isEdited || units !== 0) updated.push(id)
    } catch (error) {
      throw asRefusal(error, row.row)
    }
  }
  const fresh = rows.filter(({ id }) => id === null)
  return { created: await addRows(tx, actorId, fresh), updated }
}

async function addRows(tx: Tx, actorId: number, rows: readonly ImportRow[]): Promise<number[]> {
  if (rows.length === 0) return []
  const products = rows.map(({ values, units }) => ({ values, stock: units }))
  return addProducts(tx, actorId, products).catch((error: unknown) => {
    const taken = rows.find(({ values }) => values.sku && isNamed(error, values.sku))
    throw taken ? asRefusal(error, taken.row) : error
  })
}

/** Whether PostgreSQL reports `Key (sku)=(x) already exists`. */
function isNamed(error: unknown, sku: string): boolean {
  return (error as { detail?: string }).detail?.includes(`=(${sku})`) ?? false
}

function asRefusal(error: unknown, row: number): unknown {
  const taken = skuTaken(error)
  if (taken) return new RowRefused(row, 'sku', taken)
  if (!(error instanceof ShopError)) return error
  const { errors = {} } = error.extras
  const [field = error.code === 'conflict' ? 'stock_change' : 'id'] = Object.keys(errors)
  return new RowRefused(row, field, error.sentence)
}

function refusedRows(found: Pick<ImportReport, 'bad_rows' | 'problems' | 'problem_count'>) {
  const reason: Sentence = { id: 'refusal.badRows', values: { count: found.bad_rows } }
  return new ShopError('invalid', reason, { errors: { file: [reason] }, ...found })
}
