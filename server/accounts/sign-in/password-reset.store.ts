import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'

/** Condition on rows of `password_reset` and `app_user`: a valid token and the account it was mailed to. */
const IS_VALID = sql`app_user.id = password_reset.user_id and disabled_at is null
  and used_at is null and expires_at > now()
  and lower(coalesce(password_reset.email, app_user.email)) = lower(app_user.email)`

/**
 * Stores one email's token, and keeps the tokens of the latest earlier emails: a stranger who requests a link must not
 * void the one the user is about to open. All attempts to send an email share its event, and all their tokens work,
 * since any attempt may be the one that arrived.
 * @param token at most `mailsMax` emails have working links, including this one.
 */
export async function addToken(
  db: Handle,
  token: {
    hash: Uint8Array
    userId: number
    email: string
    eventId: number
    lifeMinutes: number
    mailsMax: number
  },
): Promise<void> {
  await sql`
    with kept as (
      select distinct event_id from password_reset
      where user_id = ${token.userId} and event_id <> ${token.eventId}
      order by event_id desc limit ${token.mailsMax - 1}
    ), replaced as (
      delete from password_reset
      where user_id = ${token.userId} and event_id is distinct from ${token.eventId}
        and not exists (select from kept where kept.event_id = password_reset.event_id)
    )
    insert into password_reset (token_hash, user_id, email, event_id, expires_at)
    values (${token.hash}, ${token.userId}, ${token.email}, ${token.eventId},
      now() + make_interval(mins => ${token.lifeMinutes}))`.execute(db)
}

/**
 * @returns the account whose password the token can set; null if the token is invalid, or if the account is disabled or
 * now has a different email.
 */
export async function findToken(db: Handle, tokenHash: Uint8Array) {
  const { rows } = await sql<{ userId: number; email: string }>`
    select user_id as "userId", app_user.email from password_reset, app_user
    where token_hash = ${tokenHash} and ${IS_VALID}`.execute(db)
  return rows[0] ?? null
}

/** Uses up a token, under the same rules as `findToken`. @returns false if the token is invalid. */
export async function useToken(tx: Handle, tokenHash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    update password_reset set used_at = now() from app_user
    where token_hash = ${tokenHash} and ${IS_VALID}
    returning user_id`.execute(tx)
  return rows.length > 0
}

export async function dropTokens(tx: Handle, userId: number): Promise<void> {
  await sql`delete from password_reset where user_id = ${userId}`.execute(tx)
}

/**
 * Removes all of an account's mailed links and linked providers, but not its sessions.
 * @returns whether a provider was linked.
 */
export async function endOtherWays(tx: Handle, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from identity where user_id = ${userId} returning issuer`.execute(tx)
  await dropTokens(tx, userId)
  for (const table of ['email_change', 'email_confirmation']) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  }
  return rows.length > 0
}

export async function setPassword(
  tx: Handle,
  userId: number,
  passwordHash: string | null,
): Promise<void> {
  await sql`
    update app_user
    set password_hash = ${passwordHash}, updated_at = now() where id = ${userId}`.execute(tx)
}
