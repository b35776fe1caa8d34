import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import type { ProviderEvent } from './provider.ts'

/** @returns whether the event is new; waits for a transaction that is storing the same event. */
export async function storeEvent(
  tx: Handle,
  { id, type }: ProviderEvent,
  body: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_event (id, type, body) values (${id}, ${type}, ${body})
    on conflict (id) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function markApplied(tx: Handle, id: string): Promise<void> {
  await sql`update provider_event set applied_at = now() where id = ${id}`.execute(tx)
}

export async function findWaiting(db: Handle, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from provider_event where applied_at is null
    order by received_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the event. @returns its body; null when it has been applied, or another process is applying it. */
export async function lockWaiting(tx: Handle, id: string): Promise<string | null> {
  const { rows } = await sql<{ body: string }>`
    select body from provider_event where id = ${id} and applied_at is null
    for update skip locked`.execute(tx)
  return rows[0]?.body ?? null
}

export async function removeApplied(db: Handle, olderThanDays: number): Promise<void> {
  await sql`
    delete from provider_event where applied_at is not null
      and received_at < now() - make_interval(days => ${olderThanDays})`.execute(db)
}
