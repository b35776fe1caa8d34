import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'

export async function insertSession(
  db: Handle,
  session: {
    tokenHash: Uint8Array
    userId: number
    lifeSeconds: number
    userAgent: string | null
    address: string
  },
): Promise<void> {
  await sql`
    insert into session (token_hash, user_id, expires_at, user_agent, address)
    values (${session.tokenHash}, ${session.userId},
      now() + make_interval(secs => ${session.lifeSeconds}), ${session.userAgent}, ${session.address})`.execute(
    db,
  )
}

/**
 * Finds the session of a token if it is alive: not revoked, within its absolute life, used within
 * its idle life, its account not disabled. Notes its use, at most once every five minutes.
 */
export async function touchSession(
  db: Handle,
  tokenHash: Uint8Array,
  customerIdleSeconds: number,
  adminIdleSeconds: number,
): Promise<Caller | null> {
  const { rows } = await sql<Caller>`
    with alive as (
      select session.id, session.user_id, session.last_used_at
      from session join app_user on app_user.id = session.user_id
      where token_hash = ${tokenHash} and ${isAlive(customerIdleSeconds, adminIdleSeconds)}
    ), used as (
      update session set last_used_at = now()
      from alive where session.id = alive.id and alive.last_used_at < now() - interval '5 minutes'
    )
    select user_id as id, id as "sessionId" from alive`.execute(db)
  return rows[0] ?? null
}

/** Those of the sessions that `touchSession` would find, without noting a use. */
export async function findAlive(
  db: Handle,
  ids: readonly number[],
  customerIdleSeconds: number,
  adminIdleSeconds: number,
): Promise<Map<number, { isAdmin: boolean }>> {
  const { rows } = await sql<{ id: number; isAdmin: boolean }>`
    select session.id, account_type = 'admin' as "isAdmin"
    from session join app_user on app_user.id = session.user_id
    where session.id = any(${ids}::bigint[]) and ${isAlive(customerIdleSeconds, adminIdleSeconds)}`.execute(
    db,
  )
  return new Map(rows.map(({ id, isAdmin }) => [id, { isAdmin }]))
}

/** Not revoked, within its absolute and its idle life, its account not disabled. */
function isAlive(customerIdleSeconds: number, adminIdleSeconds: number) {
  return sql`revoked_at is null and disabled_at is null
    and session.expires_at > now()
    and session.last_used_at > now() - make_interval(secs =>
      case when account_type = 'admin' then ${adminIdleSeconds}::integer else ${customerIdleSeconds}::integer end)`
}

export async function revokeSession(db: Handle, sessionId: number): Promise<void> {
  await sql`
    update session set revoked_at = now() where id = ${sessionId} and revoked_at is null`.execute(
    db,
  )
}

export async function revokeOtherSessions(
  db: Handle,
  userId: number,
  keptId: number,
): Promise<void> {
  await sql`
    update session set revoked_at = now()
    where user_id = ${userId} and id <> ${keptId} and revoked_at is null`.execute(db)
}

export async function revokeAllSessions(db: Handle, userId: number): Promise<void> {
  await sql`
    update session set revoked_at = now() where user_id = ${userId} and revoked_at is null`.execute(
    db,
  )
}
