import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'
import { isKept } from '../confirmed.ts'
import { hasEmail } from '../roles.ts'

export interface EmailChange {
  id: number
  userId: number
  oldEmail: string
  newEmail: string
}

const COLUMNS = sql`email_change.id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail"`

const IS_WAITING = sql`confirmed_at is null and undone_at is null`

export type Purpose = 'confirm' | 'undo'

/** Whether another account has the address, or may still restore it. */
export async function isTaken(db: Handle, email: string, userId: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from app_user where ${hasEmail(email)} and id <> ${userId}
    ) or ${isKept(email, userId)} as taken`.execute(db)
  return rows[0]?.taken ?? false
}

export async function findWaiting(db: Handle, userId: number): Promise<EmailChange | null> {
  const { rows } = await sql<EmailChange>`
    select ${COLUMNS} from email_change
    where user_id = ${userId} and ${IS_WAITING} and expires_at > now()`.execute(db)
  return rows[0] ?? null
}

export async function dropWaiting(tx: Handle, userId: number): Promise<void> {
  await sql`
    update email_change set undone_at = now()
    where user_id = ${userId} and ${IS_WAITING}`.execute(tx)
}

export async function insertChange(
  tx: Handle,
  change: { userId: number; oldEmail: string; newEmail: string; lifeDays: number },
) {
  const { rows } = await sql<{ id: number }>`
    insert into email_change (user_id, old_email, new_email, expires_at)
    values (${change.userId}, ${change.oldEmail}, ${change.newEmail},
      now() + make_interval(days => ${change.lifeDays}))
    returning id`.execute(tx)
  return rows[0] ?? { id: 0 }
}

export async function addChangeToken(
  db: Handle,
  token: { hash: Uint8Array; changeId: number; purpose: Purpose },
): Promise<void> {
  await sql`
    insert into email_change_token (token_hash, change_id, purpose)
    values (${token.hash}, ${token.changeId}, ${token.purpose})`.execute(db)
}

export async function findByToken(
  db: Handle,
  tokenHash: Uint8Array,
  purpose: Purpose,
): Promise<(EmailChange & { isDone: boolean; oldConfirmed: boolean }) | null> {
  const { rows } = await sql<EmailChange & { isDone: boolean; oldConfirmed: boolean }>`
    select ${COLUMNS}, confirmed_at is not null as "isDone",
      email_confirmed_at is not null as "oldConfirmed"
    from email_change_token
    join email_change on email_change.id = change_id
    join app_user on app_user.id = user_id
    where token_hash = ${tokenHash} and purpose = ${purpose}
      and undone_at is null and expires_at > now()`.execute(db)
  return rows[0] ?? null
}

/** Completes a change, which can then be undone for `undoDays`. @returns false if the change is no longer pending. */
export async function confirmChange(
  tx: Handle,
  { id, userId, newEmail }: EmailChange,
  { oldConfirmed, undoDays }: { oldConfirmed: boolean; undoDays: number },
): Promise<boolean> {
  const { rows } = await sql`
    with confirmed as (
      update email_change set confirmed_at = now(), old_confirmed = ${oldConfirmed},
        expires_at = now() + make_interval(days => ${undoDays})
      where id = ${id} and ${IS_WAITING} and expires_at > now()
      returning id
    )
    update app_user set email = ${newEmail}, updated_at = now()
    where id = ${userId} and exists (select from confirmed)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Undoes a change and all later changes of the account's email. @returns whether the change was undone. */
export async function undoChange(tx: Handle, { id, userId }: EmailChange): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update email_change set undone_at = now()
    where user_id = ${userId} and id >= ${id} and undone_at is null and exists (
      select from email_change where id = ${id} and undone_at is null and expires_at > now()
    )
    returning id`.execute(tx)
  return rows.length > 0
}

/** Restores an account's earlier email. @returns false if another account has it now, or the account is closed. */
export async function restoreEmail(
  tx: Handle,
  { userId, oldEmail }: EmailChange,
): Promise<boolean> {
  const { rows } = await sql`
    update app_user set email = ${oldEmail}, updated_at = now()
    where id = ${userId} and deleted_at is null
      and not exists (
        select from app_user where ${hasEmail(oldEmail)} and id <> ${userId}
      )
    returning id`.execute(tx)
  return rows.length > 0
}

/** Unlinks the providers linked since the change: they may belong to the attacker who made it. */
export async function dropLaterIdentities(tx: Handle, { id, userId }: EmailChange): Promise<void> {
  await sql`
    delete from identity where user_id = ${userId}
      and created_at >= (select created_at from email_change where id = ${id})`.execute(tx)
}
