import { sql } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../platform/db/database.ts'

export interface EmailChange {
  id: number
  userId: number
  oldEmail: string
  newEmail: string
}

const COLUMNS = sql`email_change.id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail"`

export async function insertChange(
  tx: Handle,
  change: { userId: number; oldEmail: string; newEmail: string; lifeDays: number },
): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into email_change (user_id, old_email, new_email, expires_at)
    values (${change.userId}, ${change.oldEmail}, ${change.newEmail},
      now() + make_interval(days => ${change.lifeDays}))
    returning id`.execute(tx)
  return rows[0] ?? { id: 0 }
}

export async function addChangeToken(
  db: Handle,
  token: { hash: Uint8Array; changeId: number; purpose: 'confirm' | 'undo' },
): Promise<void> {
  await sql`
    insert into email_change_token (token_hash, change_id, purpose)
    values (${token.hash}, ${token.changeId}, ${token.purpose})`.execute(db)
}

/** Notes that the new address is its owner's; doing so again changes nothing. @returns whether. */
export async function confirmChange(db: Handle, tokenHash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    update email_change set confirmed_at = coalesce(confirmed_at, now())
    from email_change_token
    where token_hash = ${tokenHash} and purpose = 'confirm' and change_id = email_change.id
      and undone_at is null and expires_at > now()
    returning email_change.id`.execute(db)
  return rows.length > 0
}

/** Marks a change as taken back, and the later ones of the same account with it; or null. */
export async function undoChange(tx: Handle, tokenHash: Uint8Array): Promise<EmailChange | null> {
  const { rows } = await sql<EmailChange>`
    update email_change set undone_at = now()
    from email_change_token
    where token_hash = ${tokenHash} and purpose = 'undo' and change_id = email_change.id
      and undone_at is null and expires_at > now()
    returning ${COLUMNS}`.execute(tx)
  const [change] = rows
  if (!change) return null
  await sql`
    update email_change set undone_at = now()
    where user_id = ${change.userId} and id > ${change.id} and undone_at is null`.execute(tx)
  return change
}

/** Those nobody confirmed in time and that still hold. */
export async function findUnconfirmed(db: Handle): Promise<EmailChange[]> {
  const { rows } = await sql<EmailChange>`
    select ${COLUMNS} from email_change
    where expires_at <= now() and confirmed_at is null and undone_at is null
    order by id desc limit 100`.execute(db)
  return rows
}

/** @returns false when another process was faster. */
export async function markUndone(tx: Handle, id: number): Promise<boolean> {
  const { rows } = await sql`
    update email_change set undone_at = now()
    where id = ${id} and undone_at is null and confirmed_at is null returning id`.execute(tx)
  return rows.length > 0
}

/** Gives an account its earlier e-mail. @returns false when it is somebody else's by now. */
export async function restoreEmail(
  tx: Handle,
  { userId, oldEmail, newEmail }: EmailChange,
  { onlyIfUnchanged }: { onlyIfUnchanged: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update app_user set email = ${oldEmail}, updated_at = now()
    where id = ${userId} and deleted_at is null
      and (not ${onlyIfUnchanged} or lower(email) = lower(${newEmail}))
      and not exists (
        select from app_user where lower(email) = lower(${oldEmail}) and id <> ${userId}
      )
    returning id`.execute(tx)
  return rows.length > 0
}

/** Whoever linked a provider after the change may be the one who made it. */
export async function dropLaterIdentities(tx: Handle, { id, userId }: EmailChange): Promise<void> {
  await sql`
    delete from identity where user_id = ${userId}
      and created_at >= (select created_at from email_change where id = ${id})`.execute(tx)
}

export async function localeOf(tx: Handle, userId: number): Promise<Locale> {
  const { rows } = await sql<{ locale: Locale }>`
    select locale from app_user where id = ${userId}`.execute(tx)
  return rows[0]?.locale ?? 'en'
}
