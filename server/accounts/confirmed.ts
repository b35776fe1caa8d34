/**
 * Decides whether an account's email counts as confirmed. A shop that cannot send emails cannot ask for confirmation,
 * so it treats every account as confirmed.
 */
import { type RawBuilder, sql } from 'kysely'
import type { EmailsSettings } from '../emails/emails.settings.ts'
import type { Handle, Tx } from '../platform/db/database.ts'
import { joinGuests } from './join-guests.ts'

export function asksToConfirm({ mail }: EmailsSettings): boolean {
  return mail.smtpUrl !== null
}

/** SQL for whether the email of an `app_user` row counts as confirmed. */
export function isConfirmed(asks: boolean): RawBuilder<boolean> {
  return asks ? sql<boolean>`(email_confirmed_at is not null)` : sql<boolean>`true`
}

/**
 * Marks the account's email as confirmed. From then on its ratings count, and orders placed by guests with that email
 * belong to it. Locks the account, then what `joinGuests` locks, then the rated products, in the same sequence as
 * placing an order does.
 * @returns the ids of products whose rating changes, to announce after the commit; null if the account is disabled or
 * closed.
 */
export async function confirmEmail(tx: Tx, userId: number): Promise<number[] | null> {
  const { rows: open } = await sql`
    select from app_user where id = ${userId} and disabled_at is null for no key update`.execute(tx)
  if (open.length === 0) return null
  await joinGuests(tx, userId)
  const { rows: products } = await sql<{ id: number }>`
    select id from product
    where id in (select product_id from rating where user_id = ${userId} and not counted)
    order by id for no key update`.execute(tx)
  await sql`
    update app_user set email_confirmed_at = coalesce(email_confirmed_at, now())
    where id = ${userId}`.execute(tx)
  return products.map(({ id }) => id)
}

/** Whether the email is an account's confirmed address, or was until a change that can still be undone. */
export async function isConfirmedAddress(db: Handle, email: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from app_user where lower(email) = lower(${email}) and email_confirmed_at is not null
    ) or ${isKept(email)} as is`.execute(db)
  return rows[0]?.is ?? false
}

/**
 * SQL for whether the email is reserved as the former confirmed address of an account: an attacker who changes an
 * account's email must not prevent its recovery by taking the old address.
 * @param exceptFor the account allowed to have the address, if any.
 */
export function isKept(email: string, exceptFor: number | null = null): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from email_change
    where lower(old_email) = lower(${email}) and old_confirmed and confirmed_at is not null
      and undone_at is null and expires_at > now()
      and user_id is distinct from ${exceptFor}::bigint)`
}
