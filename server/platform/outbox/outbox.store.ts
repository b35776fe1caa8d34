import { sql } from 'kysely'
import type { Handle } from '../db/database.ts'

export interface OutboxEvent<Payload = unknown> {
  id: number
  topic: string
  userId: number | null
  /** The event's gapless sequence number among its user's events; null if there is no user. */
  seq: number | null
  payload: Payload
  /** Events in the same partition must not overtake each other. */
  partition: string
  /** The number of delivery attempts, including this one. */
  attempts: number
}

/** After this many failed attempts, an event remains in the outbox but is no longer retried. */
export const ATTEMPTS_MAX = 10

/**
 * Within an outbox's topics, events of the same user form a partition. Without a user, events with the same payload do.
 */
const PARTITION = sql.raw('coalesce(user_id::text, payload::text)')

/**
 * Claims due events and hides them for `leaseSeconds`, after which they become due again unless they were marked as
 * done. No two processes hold the same event, and no event is returned while an earlier one in its partition is held by
 * another process or is waiting for its next attempt. Does not page by id, because ids may become visible out of order.
 */
export async function claim(
  db: Handle,
  topics: readonly string[],
  options: { limit: number; leaseSeconds: number; attemptsMax?: number },
): Promise<OutboxEvent[]> {
  const { limit, leaseSeconds, attemptsMax = ATTEMPTS_MAX } = options
  const { rows } = await sql<OutboxEvent>`
    with held as (
      select distinct ${PARTITION} as partition from outbox
      where done_at is null and attempts < ${attemptsMax} and available_at > now()
        and topic = any(${topics}::text[])
    ), due as (
      select id, ${PARTITION} as partition from outbox
      where done_at is null and attempts < ${attemptsMax} and available_at <= now()
        and topic = any(${topics}::text[]) and ${PARTITION} not in (select partition from held)
      order by id limit ${limit}
    ), locked as (
      -- The conditions again: PostgreSQL rechecks them on a row that another process has just changed. "is true"
      -- keeps the planner from using the index of pending events, which would compare all of them with each due event.
      select id from outbox
      where id in (select id from due) and (done_at is null and available_at <= now()) is true
      for update skip locked
    ), free as (
      -- Another process holds a skipped row: later rows of its partition are not taken either.
      select id from locked join due using (id)
      where not exists (
        select from due earlier
        where earlier.partition = due.partition and earlier.id < due.id
          and earlier.id not in (select id from locked)
      )
    )
    update outbox set attempts = attempts + 1,
      available_at = now() + make_interval(secs => ${leaseSeconds})
    from free where outbox.id = free.id
    returning outbox.id, topic, user_id as "userId", seq, payload, attempts, ${PARTITION} as partition`.execute(
    db,
  )
  return rows.sort((a, b) => a.id - b.id)
}

export async function markDone(db: Handle, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update outbox set done_at = now() where id = any(${ids}::bigint[])`.execute(db)
}

/** Makes events due again, each after a delay that doubles with each attempt, up to five minutes. */
export async function postpone(db: Handle, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update outbox set available_at = now() + make_interval(secs => least(300, 2 ^ (attempts - 1)))
    where id = any(${ids}::bigint[]) and done_at is null`.execute(db)
}

/** Releases claimed events that were not attempted. */
export async function release(db: Handle, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update outbox set available_at = now(), attempts = attempts - 1
    where id = any(${ids}::bigint[]) and done_at is null`.execute(db)
}

/**
 * Removes completed events, oldest first.
 * @returns the number of events removed; if it equals `limit`, there may be more.
 */
export async function removeDone(
  db: Handle,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from outbox where id in (
      select id from outbox where done_at < now() - make_interval(days => ${olderThanDays})
      order by id limit ${limit}
    ) returning id`.execute(db)
  return rows.length
}

export interface OutboxFigures {
  waiting: number
  deadLettered: number
  /** The age of the oldest waiting event, in seconds; 0 if none. */
  oldestSeconds: number
}

/** @param attemptsMax as in `claim`. One outbox may still retry an event that another would have given up on. */
export async function countWaiting(
  db: Handle,
  topics: readonly string[],
  attemptsMax: number,
): Promise<OutboxFigures> {
  const { rows } = await sql<OutboxFigures>`
    select count(*) filter (where attempts < ${attemptsMax}) as waiting,
      count(*) filter (where attempts >= ${attemptsMax}) as "deadLettered",
      coalesce(extract(epoch from now() - min(created_at) filter (where attempts < ${attemptsMax})), 0)::double precision
        as "oldestSeconds"
    from outbox where done_at is null and topic = any(${topics}::text[])`.execute(db)
  return rows[0] ?? { waiting: 0, deadLettered: 0, oldestSeconds: 0 }
}

/** The number of pending events with none of the topics. A newer version may have written them. */
export async function countUnclaimed(db: Handle, topics: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outbox
    where done_at is null and topic <> all(${topics}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}
