import { type RawBuilder, sql } from 'kysely'
import type { ApiTokenForm } from '#contract/admin.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { Owner } from '../accounts.store.ts'
import { hasEmail, IS_OWNER } from '../roles.ts'

export const findByEmail = (db: Handle, email: string) => findOwner(db, hasEmail(email))

export const findById = (db: Handle, id: number) => findOwner(db, sql`id = ${id}`)

/** Excludes demo owners, who have no real mailbox. */
export async function findOwnersOfShop(db: Handle): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select id, username, email, locale from app_user
    where ${IS_OWNER} and not demo
    order by id`.execute(db)
  return rows
}

async function findOwner(db: Handle, isTheirs: RawBuilder<unknown>): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select id, username, email, locale from app_user
    where ${isTheirs} and disabled_at is null`.execute(db)
  return rows[0] ?? null
}

/** @returns the token, even if revoked; null once it has been cleaned up. */
export async function findApiToken(
  db: Handle,
  id: number,
): Promise<(ApiTokenForm & { madeBy: string }) | null> {
  const { rows } = await sql<ApiTokenForm & { madeBy: string }>`
    select api_name as name, api_role as role, username as "madeBy"
    from session join app_user on app_user.id = user_id where session.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findChange(
  db: Handle,
  changeId: number,
): Promise<{ owner: Owner; oldEmail: string; newEmail: string; isDone: boolean } | null> {
  const { rows } = await sql<Owner & { oldEmail: string; newEmail: string; isDone: boolean }>`
    select app_user.id, username, email, locale, old_email as "oldEmail", new_email as "newEmail",
      confirmed_at is not null as "isDone"
    from email_change join app_user on app_user.id = user_id
    where email_change.id = ${changeId} and undone_at is null and disabled_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { oldEmail, newEmail, isDone, ...owner } = row
  return { owner, oldEmail, newEmail, isDone }
}

/** Removes the email address from a handled event, since the outbox retains handled events for a week. */
export async function forgetPayload(db: Handle, eventId: number): Promise<void> {
  await sql`update outbox set payload = '{"sent": true}' where id = ${eventId}`.execute(db)
}
