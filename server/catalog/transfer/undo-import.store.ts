import { sql } from 'kysely'
import type { KeptRow } from '#contract/admin.ts'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'
import { toJson } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { CAN_BE_UNDONE } from './import-jobs.store.ts'
import type { RowBefore } from './row-before.ts'

export interface UndoRow {
  row: number
  id: number
  version: number
  /** The previous values of the changed fields; null for a product that the row created. */
  before: RowBefore | null
  units: number
}

/** @returns false if the job cannot be undone, or another process is undoing it. */
export async function startUndo(db: Handle, jobId: number): Promise<boolean> {
  const { rows } = await sql`
    update import_job j set undo_state = 'running', undo_at = now()
    where id = ${jobId} and ${CAN_BE_UNDONE} returning id`.execute(db)
  return rows.length === 1
}

/** Deletes the job's next rows, so that no other process undoes them. @returns the rows, sorted by product id. */
export async function takeRows(tx: Handle, jobId: number, limit: number): Promise<UndoRow[]> {
  const { rows } = await sql<UndoRow>`
    with taken as (
      select row from import_row where job_id = ${jobId} and version is not null
      order by product_id limit ${limit} for update skip locked
    )
    delete from import_row r using taken where r.job_id = ${jobId} and r.row = taken.row
    returning r.row, r.product_id as id, r.version, r.before, r.units`.execute(tx)
  return rows.sort((a, b) => a.id - b.id)
}

export async function noteUndone(
  tx: Handle,
  jobId: number,
  { undone, kept }: { undone: number; kept: readonly KeptRow[] },
): Promise<void> {
  const first = `$[0 to ${IMPORT_PROBLEMS_MAX - 1}]`
  await sql`
    update import_job set undone = undone + ${undone}, kept = kept + ${kept.length}, undo_at = now(),
      kept_rows = jsonb_path_query_array(
        kept_rows || ${toJson(kept)}::text::jsonb, ${first}::jsonpath)
    where id = ${jobId}`.execute(tx)
}

export async function finishUndo(
  db: Handle,
  jobId: number,
  state: 'done' | 'stopped',
): Promise<void> {
  await sql`
    update import_job set undo_state = ${state}, undo_at = now() where id = ${jobId}`.execute(db)
}
