import { sql } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../platform/db/database.ts'

/** The email may also belong to another guest or to an account. */
export async function insertGuest(
  db: Handle,
  { username, email, locale }: { username: string; email: string; locale: Locale },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email, locale, guest)
    values (${username}, ${email}, ${locale}, true) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Earlier links keep working: any of the emails may be the one that arrives. */
export async function insertLink(
  db: Handle,
  { hash, userId }: { hash: Uint8Array; userId: number },
): Promise<void> {
  await sql`insert into guest_link (token_hash, user_id) values (${hash}, ${userId})`.execute(db)
}

/**
 * @returns the owner of the orders that a link opens: a guest, or the account that they were moved to; null if the link
 * is unknown or the owner is disabled.
 */
export async function findLink(db: Handle, hash: Uint8Array) {
  const { rows } = await sql<{ userId: number; guest: boolean }>`
    select user_id as "userId", guest from guest_link join app_user on app_user.id = user_id
    where token_hash = ${hash} and disabled_at is null`.execute(db)
  return rows[0] ?? null
}
