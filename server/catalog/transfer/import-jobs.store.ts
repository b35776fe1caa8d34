import { sql } from 'kysely'
import type { ImportJob } from '#contract/admin.ts'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'
import { USD } from '#contract/money.ts'
import { toJson } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { constraintOf } from '../../platform/db/sql-errors.ts'
import type { StoredProblem } from '../../platform/db/tables.ts'
import type { FitsStored } from './apply-fits.ts'
import type { RowDone } from './apply-rows.ts'
import type { Problems } from './import-problems.ts'

/** Condition: the job has made no progress for so long that its process must have ended. */
const SILENT = sql`updated_at < now() - interval '1 minute'`

export async function isImporting(db: Handle): Promise<boolean> {
  const { rows } = await sql`
    select from import_job where state = 'running' and not (${SILENT}) limit 1`.execute(db)
  return rows.length > 0
}

const UNDO_SILENT = sql`undo_at < now() - interval '1 minute'`

export interface FileJob {
  id: number
  state: ImportJob['state']
  updatedAt: Date
}

/** The latest job for a file, not counting jobs whose undo has begun or that finished over a day ago; null if none. */
export async function findJobOfFile(db: Handle, hash: Buffer): Promise<FileJob | null> {
  const { rows } = await sql<FileJob>`
    select id, updated_at as "updatedAt",
      case when state = 'running' and ${SILENT} then 'stopped' else state end as state
    from import_job
    where file_hash = ${hash} and undo_state is null and (state <> 'done' or updated_at > now() - interval '1 day')
    order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface AppliedRow {
  productId: number
  /** Whether the row is finished, that is, what the product fits has been stored, too. */
  isDone: boolean
}

export async function findAppliedRows(db: Handle, jobId: number): Promise<Map<number, AppliedRow>> {
  const { rows } = await sql<AppliedRow & { row: number }>`
    select row, product_id as "productId", is_done as "isDone"
    from import_row where job_id = ${jobId}`.execute(db)
  return new Map(rows.map(({ row, ...applied }) => [row, applied]))
}

/** Condition on `import_job j`: its changes can be undone, which is possible for a day. */
export const CAN_BE_UNDONE = sql<boolean>`(
  (j.state <> 'running' or ${SILENT})
  and j.updated_at > now() - interval '1 day'
  and coalesce(j.undo_state = 'stopped'
    or (j.undo_state = 'running' and ${UNDO_SILENT}), true)
  and exists (select from import_row r where r.job_id = j.id and r.version is not null))`

/** Condition on `import_job j`: it can no longer be resumed or undone. */
const IS_OVER = sql<boolean>`(
  j.state = 'done' and greatest(j.updated_at, j.undo_at) < now() - interval '1 day')`

/** @returns those of the `keys` whose pictures an undo of an import would show again. */
export async function findHeldPictures(db: Handle, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct picture ->> 'key' as key
    from import_row r join import_job j on j.id = r.job_id
    cross join jsonb_array_elements(r.before -> 'pictures') as picture
    where r.version is not null and not ${IS_OVER}
      and picture ->> 'key' = any(${[...keys]}::text[])`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Starts a job, or restarts one that stopped.
 * @param stopped the id of the job to restart; null for a new job.
 * @returns the job's id; null if another job is running, or if in the meantime the file was applied, the stopped job
 * was restarted or undone, or the shop's currency changed.
 */
export async function startJob(
  db: Handle,
  {
    hash,
    stopped,
    currency,
    ...job
  }: {
    hash: Buffer
    stopped: number | null
    /** The currency in which the file's prices were read. */
    currency: string
    actorId: number
    /** The number of rows to apply, including rows that were applied before the job stopped. */
    total: number
    done: number
    problems: Problems
  },
): Promise<number | null> {
  await sql`update import_job set state = 'stopped' where state = 'running' and ${SILENT}`.execute(
    db,
  )
  await sql`
    delete from import_row r using import_job j where j.id = r.job_id and ${IS_OVER}`.execute(db)
  const problems = sql`${toJson(toStored(job.problems))}::text::jsonb`
  const isCurrency = sql`(select coalesce(currency, ${USD.code}) from shop_details) = ${currency}`
  const statement =
    stopped === null
      ? sql<{ id: number }>`
          insert into import_job (actor_id, total, bad_rows, problems, file_hash)
          select ${job.actorId}, ${job.total}, ${job.problems.rows}, ${problems}, ${hash}::bytea
          where not exists (select from import_job where file_hash = ${hash}::bytea
            and state = 'done' and undo_state is null and updated_at > now() - interval '1 day')
            and ${isCurrency}
          returning id`
      : sql<{ id: number }>`
          update import_job set state = 'running', total = ${job.total}, done = ${job.done},
            bad_rows = ${job.problems.rows}, problems = ${problems}, updated_at = now()
          where id = ${stopped} and state = 'stopped' and undo_state is null and ${isCurrency}
          returning id`
  try {
    const { rows } = await statement.execute(db)
    return rows[0]?.id ?? null
  } catch (error) {
    if (constraintOf(error) === 'import_job_running') return null
    throw error
  }
}

/** Records rows that the job has applied. Fails if another process has applied one of them. */
export async function insertApplied(
  tx: Handle,
  jobId: number,
  rows: ReadonlyArray<AppliedRow & RowDone & { row: number; units: number }>,
): Promise<void> {
  await sql`
    insert into import_row (job_id, row, product_id, is_done, version, before, units)
    select ${jobId}, row, "productId", "isDone", version, nullif(before, 'null'), units
    from jsonb_to_recordset(${toJson(rows)}::text::jsonb) as r (row integer, "productId" bigint,
      "isDone" boolean, version integer, before jsonb, units integer)`.execute(tx)
}

/** Marks rows as done once what their products fit is stored. @param stored the data for undoing the changes. */
export async function finishRows(
  db: Handle,
  jobId: number,
  rows: readonly number[],
  stored: readonly FitsStored[],
): Promise<void> {
  await sql`
    update import_row r set is_done = true,
      -- Unless staff changed the product in the meantime.
      version = case when s.version = r.version + 1 then s.version else r.version end,
      before = case when s.row is null then r.before
        else r.before || jsonb_build_object('fits', s.before) end
    from unnest(${rows}::integer[]) as done (row)
    left join jsonb_to_recordset(${toJson(stored)}::text::jsonb) as s (row integer, version integer,
      before jsonb) using (row)
    where r.job_id = ${jobId} and r.row = done.row`.execute(db)
}

/** Marks the job as alive during a long chunk. */
export async function touchJob(db: Handle, id: number): Promise<void> {
  await sql`update import_job set updated_at = now() where id = ${id} and state = 'running'`.execute(
    db,
  )
}

/** @param step `problems` covers the whole job; all other figures cover this step only. */
export async function noteProgress(
  tx: Handle,
  id: number,
  step: { done?: number; created?: number; updated?: number; problems: Problems },
): Promise<void> {
  const { done = 0, created = 0, updated = 0, problems } = step
  await sql`
    update import_job set done = done + ${done}, created = created + ${created},
      updated = updated + ${updated}, bad_rows = ${problems.rows},
      problems = ${toJson(toStored(problems))}::text::jsonb, updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function finishJob(db: Handle, id: number, state: 'done' | 'stopped'): Promise<void> {
  await sql`
    update import_job set state = ${state}, updated_at = now() where id = ${id}`.execute(db)
}

/** Replaces unlisted problems with one entry that states their number. */
function toStored({ named, count }: Problems): StoredProblem[] {
  const omitted = count - named.length
  return omitted > 0 ? [...named, { omitted }] : [...named]
}

const NAMED = `$[0 to ${IMPORT_PROBLEMS_MAX - 1}] ? (exists (@.row))`

/**
 * A job whose process died stays `running` in the database; after a minute without progress, it is returned as
 * `stopped`. Jobs from earlier versions stored all their problems, of which only the first are returned, as for any
 * other job.
 */
export async function findJob(db: Handle, id: number): Promise<ImportJob | null> {
  const { rows } = await sql<
    Omit<ImportJob, 'started_at' | 'updated_at'> & { started_at: Date; updated_at: Date }
  >`
    select id, total, done, created, updated, bad_rows, started_at, updated_at,
      jsonb_path_query_array(problems, ${NAMED}::jsonpath) as problems,
      (select coalesce(sum(coalesce((entry ->> 'omitted')::integer, 1)), 0)::integer
        from jsonb_array_elements(problems) entry) as problem_count,
      case when state = 'running' and ${SILENT} then 'stopped' else state end as state,
      ${CAN_BE_UNDONE} as can_undo,
      case when undo_state is not null then json_build_object(
        'state', case when undo_state = 'running' and ${UNDO_SILENT} then 'stopped' else undo_state end,
        'undone', undone, 'kept', kept, 'kept_rows', kept_rows) end as undo
    from import_job j where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    ...row,
    started_at: row.started_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The id of the newest job from the last day; null if none. */
export async function findLatestJob(db: Handle): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from import_job where updated_at > now() - interval '1 day'
    order by id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}
