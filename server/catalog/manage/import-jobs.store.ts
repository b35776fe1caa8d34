import { sql } from 'kysely'
import type { ImportJob, ImportProblem } from '#contract/admin.ts'
import { toJson } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'

/** @returns the id of the job. */
export async function insertJob(
  db: Handle,
  actorId: number,
  total: number,
  problems: readonly ImportProblem[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_job (actor_id, total, problems)
    values (${actorId}, ${total}, ${toJson(problems)}::text::jsonb) returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the import was not stored')
  return row.id
}

export async function noteProgress(
  tx: Handle,
  id: number,
  step: { done: number; created: number; updated: number; problems: readonly ImportProblem[] },
): Promise<void> {
  await sql`
    update import_job set done = done + ${step.done}, created = created + ${step.created},
      updated = updated + ${step.updated},
      problems = problems || ${toJson(step.problems)}::text::jsonb, updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function finishJob(db: Handle, id: number, state: 'done' | 'stopped'): Promise<void> {
  await sql`
    update import_job set state = ${state}, updated_at = now() where id = ${id}`.execute(db)
}

/** A job whose process died says `running` for ever: a minute without progress is its end. */
export async function findJob(db: Handle, id: number): Promise<ImportJob | null> {
  const { rows } = await sql<
    Omit<ImportJob, 'started_at' | 'updated_at'> & { started_at: Date; updated_at: Date }
  >`
    select id, total, done, created, updated, problems, started_at, updated_at,
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
