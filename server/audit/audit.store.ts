import { sql } from 'kysely'
import type { AuditEntry, AuditQuery } from '#contract/admin.ts'
import type { AuditAction, Audited } from '#contract/audit-kinds.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { all, toJson } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import { actingToken } from '../platform/http/acting-token.ts'
import { cutPage, fromMicros, readCursor, toMicros, writeCursor } from '../platform/http/cursor.ts'

export type Fields = Record<string, unknown>

export interface AuditRecord {
  actorId: number
  action: AuditAction
  entity: Audited
  entityId: number | null
  before: Fields | null
  after: Fields | null
}

export async function insertEntries(tx: Handle, entries: readonly AuditRecord[]): Promise<void> {
  await sql`
    insert into audit_entry (actor_id, action, entity, entity_id, before, after, api_token)
    select "actorId", action, entity, "entityId", nullif(before, 'null'), nullif(after, 'null'),
      (select api_name from session where session.id = ${actingToken()}::bigint)
    from jsonb_to_recordset(${toJson(entries)}::text::jsonb)
      as e ("actorId" bigint, action text, entity text, "entityId" bigint, before jsonb, after jsonb)`.execute(
    tx,
  )
}

type EntryRow = Omit<AuditEntry, 'actor' | 'at'> & {
  actor_id: number
  username: string
  api_token: string | null
  at: Date
  key: number
}

export async function findEntries(
  db: Handle,
  { actor, entity, entity_id, action, from, to, limit = PAGE_SIZE, cursor }: AuditQuery,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const after = readCursor(cursor, 'audit', ['number', 'number'])
  const { rows } = await sql<EntryRow>`
    select entry.id, actor_id, username, api_token, action, entity, entity_id, before, after, at,
      ${toMicros(sql`at`)} as key
    from audit_entry entry join app_user on app_user.id = actor_id
    where ${all([
      ...(actor === undefined ? [] : [sql`actor_id = ${actor}`]),
      ...(entity === undefined ? [] : [sql`entity = ${entity}`]),
      ...(entity_id === undefined ? [] : [sql`entity_id = ${entity_id}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`at < ${to}::timestamptz`]),
      ...(after ? [sql`(at, entry.id) < (${fromMicros(after[0])}, ${after[1]}::bigint)`] : []),
    ])}
    order by at desc, entry.id desc limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = cutPage(rows, limit, ({ key, id }) =>
    writeCursor('audit', [key, id]),
  )
  return { entries: page.map(toEntry), nextCursor }
}

function toEntry({ actor_id, username, api_token, at, key: _key, ...entry }: EntryRow): AuditEntry {
  return { ...entry, actor: { id: actor_id, username, api_token }, at: at.toISOString() }
}
