import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'

/** Stores one email's token; earlier tokens keep working, since any of the emails may be the one that arrives. */
export async function addConfirmation(
  db: Handle,
  token: { hash: Uint8Array; userId: number; email: string; lifeDays: number },
): Promise<void> {
  await sql`
    insert into email_confirmation (token_hash, user_id, email, expires_at)
    values (${token.hash}, ${token.userId}, ${token.email},
      now() + make_interval(days => ${token.lifeDays}))`.execute(db)
}

/**
 * @returns the account that a link belongs to; null if the link is unknown or expired, or the account's email has
 * changed.
 */
export async function findConfirmation(db: Handle, tokenHash: Uint8Array) {
  const { rows } = await sql<{ userId: number; email: string }>`
    select user_id as "userId", c.email
    from email_confirmation c join app_user u on u.id = user_id and lower(u.email) = lower(c.email)
    where token_hash = ${tokenHash} and expires_at > now()`.execute(db)
  return rows[0] ?? null
}

export async function findUnconfirmed(db: Handle, userId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user
    where id = ${userId} and email_confirmed_at is null and disabled_at is null`.execute(db)
  return rows[0]?.email ?? null
}
