/** Imports of products: a file is validated as a whole first, then applied by a job. */
import type { ImportJob, ImportReport } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { notFound, ShopError } from '../../platform/http/shop-error.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { readImport } from './import-files.ts'
import * as jobs from './import-jobs.store.ts'
import { createImportedPictures } from './import-pictures.ts'
import { readCatalog, type Upload } from './read-catalog.ts'
import { countOf } from './read-definitions.ts'
import { type RunParts, runImport } from './run-import.ts'

export type ImportProducts = ReturnType<typeof createImportProducts>

export interface ImportParts extends RunParts {
  pictures: KeptPictures
  /** Receives failures of jobs that stopped. */
  warn(error: unknown, what: string): void
}

export function createImportProducts(db: Database, parts: ImportParts) {
  const { pictures, warn } = parts
  const running = new Set<Promise<void>>()
  let isClosing = false

  return {
    /**
     * Validates a file and, when it may be applied, starts applying it.
     * @throws ShopError `invalid`: for a file that is not CSV, or with all `problems` when there are
     *   bad rows that the caller did not ask to leave out.
     */
    async take(
      caller: Caller,
      file: Buffer,
      { mode, skipBad, locale }: { mode: 'check' | 'apply'; skipBad: boolean; locale: Locale },
    ): Promise<ImportReport> {
      const files = await readImport(file)
      const uploaded = createImportedPictures(files.pictures, pictures)
      const upload: Upload = { files, uploaded, locale, isShipped: pictures.isShipped }
      const catalog = await readCatalog(db.run, upload)
      const { rows, unchanged, problems } = catalog.report
      const found = {
        bad_rows: problems.rows,
        problems: [...problems.named],
        problem_count: problems.count,
      }
      const report = {
        rows: files.products.rows.length,
        creates: rows.filter(({ id }) => id === null).length,
        updates: rows.filter(({ id }) => id !== null).length - unchanged,
        unchanged,
        definitions: countOf(catalog.definitions),
        ...found,
        job: null,
      }
      if (mode === 'check') return report
      if (problems.rows > 0 && !skipBad) throw refusedRows(found)
      const id = await jobs.insertJob(db.run, caller.id, rows.length, problems)
      const job = { id, caller, problems, isStopping: () => isClosing }
      const work = runImport(db, job, upload, { ...parts, catalog })
        .catch((error: unknown) => {
          warn(error, `import ${id} broke off`)
          return 'stopped' as const
        })
        .then((state) => jobs.finishJob(db.run, id, state))
        .catch((error: unknown) => warn(error, `import ${id} could not be marked as ended`))
        .finally(() => running.delete(work))
      running.add(work)
      return { ...report, job: id }
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

function refusedRows(found: Pick<ImportReport, 'bad_rows' | 'problems' | 'problem_count'>) {
  const reason: Sentence = { id: 'refusal.badRows', values: { count: found.bad_rows } }
  return new ShopError('invalid', reason, { errors: { file: [reason] }, ...found })
}
