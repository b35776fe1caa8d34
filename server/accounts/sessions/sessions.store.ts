import { sql } from 'kysely'
import type { AccountType } from '#contract/accounts.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { payloadOf } from '../../platform/outbox/topics.ts'
import { NEW_DEVICE_TOPIC } from '../accounts.events.ts'
import { hasEmail, READS_ORDERS } from '../roles.ts'

/** Idle timeouts of sessions, in seconds, keyed by account type. */
export type IdleSeconds = Record<AccountType, number>

const SESSIONS_SHOWN_MAX = 100

/**
 * Opens a session. Writes an event if the user, unless a guest, has signed in before but never from this `device`.
 * Opens no session if the account was disabled or got a new password or second factor since the sign-in began: these
 * changes end open sessions, so a sign-in that began before them must not open one.
 */
export async function insertSession(
  db: Handle,
  session: {
    tokenHash: Uint8Array
    userId: number
    /** The password hash when the sign-in began, null if there was none; undefined for a guest. */
    passwordHash: string | null | undefined
    gaveSecondFactor: boolean
    lifeSeconds: number
    userAgent: string | null
    device: string
    address: string
  },
) {
  const { device, address, passwordHash, gaveSecondFactor } = session
  const payload = payloadOf(NEW_DEVICE_TOPIC, {
    userId: sql`${session.userId}::bigint`,
    device: sql`${device}::text`,
    address: sql`${address}::text`,
  })
  const isUnchanged =
    passwordHash === undefined ? sql`` : sql`and password_hash is not distinct from ${passwordHash}`
  const { rows } = await sql`
    with owner as (
      select id, guest from app_user
      where id = ${session.userId} and disabled_at is null ${isUnchanged}
        and (second_factor_at is null or ${gaveSecondFactor})
      for share
    ), earlier as (
      select count(*) as sessions, count(*) filter (where device = ${device}) as alike
      from session where user_id = ${session.userId} and device is not null
    ), opened as (
      insert into session (token_hash, user_id, expires_at, user_agent, device, address)
      select ${session.tokenHash}, id, now() + make_interval(secs => ${session.lifeSeconds}),
        ${session.userAgent}, ${device}, ${address}
      from owner
      returning id
    ), announced as (
      insert into outbox (topic, payload)
      select ${NEW_DEVICE_TOPIC.name}, ${payload} from earlier, opened, owner
      -- A guest's link is the proof: it may be opened anywhere.
      where sessions > 0 and alike = 0 and not guest
    )
    select from opened`.execute(db)
  return rows.length === 1
}

/** Finds a token's session if it is live (see `isAlive`). Records its use at most once every `noteSeconds`. */
export async function touchSession(
  db: Handle,
  tokenHash: Uint8Array,
  idle: IdleSeconds,
  noteSeconds: number,
): Promise<Caller | null> {
  const { rows } = await sql<Caller>`
    with alive as (
      select session.id, session.user_id, session.last_used_at, session.api_role,
        guest
      from session join app_user on app_user.id = session.user_id
      where token_hash = ${tokenHash} and ${isAlive(idle)}
    ), used as (
      update session set last_used_at = now()
      from alive where session.id = alive.id and alive.last_used_at < now() - make_interval(secs => ${noteSeconds})
    )
    select user_id as id, id as "sessionId", api_role as "tokenRole", guest as "isGuest"
    from alive`.execute(db)
  return rows[0] ?? null
}

/**
 * Whether the user signed in or re-entered the password in this session within the last `seconds`. A time in the
 * future, such as after the clock was set back, does not count.
 */
export async function isProved(db: Handle, sessionId: number, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from session
    where id = ${sessionId}
      and proved_at between now() - make_interval(secs => ${seconds}) and now()`.execute(db)
  return rows.length > 0
}

/** Records that the password was just entered in a session. */
export async function setProved(db: Handle, sessionId: number): Promise<void> {
  await sql`update session set proved_at = now() where id = ${sessionId}`.execute(db)
}

/**
 * Whether anybody has signed in to the account with this email from a network, as far back as sessions are retained.
 * Does the same work if no account has the email. @param network as `addressPrefix` returns it.
 */
export async function hasSignedInFrom(
  db: Handle,
  email: string,
  network: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from session join app_user on app_user.id = user_id
    where ${hasEmail(email)} and address = ${network} limit 1`.execute(db)
  return rows.length > 0
}

/** @returns the live sessions among `ids`, keyed by id. Unlike `touchSession`, does not record a use. */
export async function findAlive(
  db: Handle,
  ids: readonly number[],
  idle: IdleSeconds,
): Promise<Map<number, { readsOrders: boolean }>> {
  const { rows } = await sql<{ id: number; readsOrders: boolean }>`
    select session.id, ${READS_ORDERS} as "readsOrders"
    from session join app_user on app_user.id = session.user_id
    where session.id = any(${ids}::bigint[]) and ${isAlive(idle)}`.execute(db)
  return new Map(rows.map(({ id, readsOrders }) => [id, { readsOrders }]))
}

/**
 * SQL for whether a session is live: not revoked, within its absolute and idle timeouts, and not of a disabled account.
 * An API token has no idle timeout.
 */
function isAlive({ customer, admin }: IdleSeconds) {
  return sql`revoked_at is null and disabled_at is null
    and session.expires_at > now()
    and (api_name is not null or session.last_used_at > now() - make_interval(secs =>
      case when account_type = 'admin' then ${admin}::integer else ${customer}::integer end))`
}

interface SessionRow {
  id: number
  device: string | null
  userAgent: string | null
  address: string | null
  createdAt: Date
  lastUsedAt: Date
}

/** The live sessions on a user's devices, most recently used first; at most `SESSIONS_SHOWN_MAX`. */
export async function findSessions(db: Handle, userId: number, idle: IdleSeconds) {
  const { rows } = await sql<SessionRow>`
    select session.id, device, user_agent as "userAgent", address,
      session.created_at as "createdAt", session.last_used_at as "lastUsedAt"
    from session join app_user on app_user.id = session.user_id
    where session.user_id = ${userId} and api_name is null and ${isAlive(idle)}
    order by session.last_used_at desc, session.id desc limit ${SESSIONS_SHOWN_MAX}`.execute(db)
  return rows
}

export async function revokeSession(
  db: Handle,
  userId: number,
  sessionId: number,
): Promise<boolean> {
  const { rows } = await sql`
    update session set revoked_at = now()
    where id = ${sessionId} and user_id = ${userId} and api_name is null
      and revoked_at is null and expires_at > now()
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Ends a user's sessions, including half-finished sign-ins.
 * @param keptId the session to leave open: the caller's own, or null for none.
 * @param ended `all` includes API tokens.
 * @returns the number of sessions ended.
 */
export async function revokeSessions(
  db: Handle,
  userId: number,
  keptId: number | null,
  ended: 'devices' | 'all',
): Promise<number> {
  const { rows } = await sql`
    update session set revoked_at = now()
    where user_id = ${userId} and id is distinct from ${keptId}::bigint
      and (${ended === 'all'} or api_name is null) and revoked_at is null and expires_at > now()
    returning id`.execute(db)
  for (const table of ['google_code', 'sign_in_challenge', 'passkey_challenge']) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db)
  }
  return rows.length
}
