import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { PASSWORD_LINK_TOPIC } from './accounts.events.ts'

/**
 * Erases the personal data in an account's row and disables the account. Orders, moves and ratings still reference the
 * row, which no longer identifies anybody. A trigger from migration 0019 erases the account's addresses, and those of
 * its orders unless a payment or a delivery still needs them.
 * @returns the key of the account's former picture, or null.
 */
export async function anonymize(tx: Tx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ picture: string | null }>`
    with earlier as (select picture_key from app_user where id = ${userId})
    update app_user set username = 'Deleted customer', email = 'deleted.' || id || '@account.invalid',
      password_hash = null, phone = null, country = null, city = null, picture_key = null,
      locale = 'en', second_factor_at = null, disabled_at = now(), deleted_at = now(), updated_at = now()
    where id = ${userId}
    returning (select picture_key from earlier) as picture`.execute(tx)
  return rows[0]?.picture ?? null
}

/** Deletes rows that contain only the person's own data, and events that would mail password links. */
export async function deletePersonalRows(tx: Tx, userId: number, email: string): Promise<void> {
  for (const table of [
    'session',
    'identity',
    'google_code',
    'second_factor',
    'recovery_code',
    'sign_in_challenge',
    'passkey',
    'passkey_challenge',
    'password_reset',
    'email_change',
    'email_confirmation',
    'cart_item',
    'my_device',
  ]) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  }
  await sql`
    delete from outbox
    where topic = ${PASSWORD_LINK_TOPIC.name} and lower(payload ->> 'email') = lower(${email})`.execute(
    tx,
  )
}
