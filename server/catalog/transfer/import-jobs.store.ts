import { sql } from 'kysely'
import type { ImportJob } from '#contract/admin.ts'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'
import { toJson } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { StoredProblem } from '../../platform/db/tables.ts'
import type { Problems } from './import-problems.ts'

/** @returns the id of the job. */
export async function insertJob(
  db: Handle,
  actorId: number,
  total: number,
  problems: Problems,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_job (actor_id, total, bad_rows, problems)
    values (${actorId}, ${total}, ${problems.rows},
      ${toJson(toStored(problems))}::text::jsonb) returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the import was not stored')
  return row.id
}

/** @param step with the problems of the whole job; its other figures are of this step only. */
export async function noteProgress(
  tx: Handle,
  id: number,
  step: { done: number; created: number; updated: number; problems: Problems },
): Promise<void> {
  await sql`
    update import_job set done = done + ${step.done}, created = created + ${step.created},
      updated = updated + ${step.updated}, bad_rows = ${step.problems.rows},
      problems = ${toJson(toStored(step.problems))}::text::jsonb, updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function finishJob(db: Handle, id: number, state: 'done' | 'stopped'): Promise<void> {
  await sql`
    update import_job set state = ${state}, updated_at = now() where id = ${id}`.execute(db)
}

/** The problems that are not listed are one entry that counts them. */
function toStored({ named, count }: Problems): StoredProblem[] {
  const omitted = count - named.length
  return omitted > 0 ? [...named, { omitted }] : [...named]
}

const NAMED = `$[0 to ${IMPORT_PROBLEMS_MAX - 1}] ? (exists (@.row))`

/**
 * A job whose process died stays `running` for ever: a minute without progress counts as its end.
 * Jobs of earlier versions have all their problems stored; the first are returned as for any other.
 */
export async function findJob(db: Handle, id: number): Promise<ImportJob | null> {
  const { rows } = await sql<
    Omit<ImportJob, 'started_at' | 'updated_at'> & { started_at: Date; updated_at: Date }
  >`
    select id, total, done, created, updated, bad_rows, started_at, updated_at,
      jsonb_path_query_array(problems, ${NAMED}::jsonpath) as problems,
      (select coalesce(sum(coalesce((entry ->> 'omitted')::integer, 1)), 0)::integer
        from jsonb_array_elements(problems) entry) as problem_count,
      case when state = 'running' and updated_at < now() - interval '1 minute' then 'stopped'
        else state end as state
    from import_job where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    ...row,
    started_at: row.started_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
