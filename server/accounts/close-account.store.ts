import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { PASSWORD_LINK_TOPIC } from './accounts.events.ts'

/**
 * Takes everything personal from an account and locks it. Its orders, moves and ratings go on
 * naming the row, which says nothing about anybody any more.
 * @returns the key of the picture that nobody shows now, or null.
 */
export async function anonymise(tx: Tx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ picture: string | null }>`
    with earlier as (select picture_key from app_user where id = ${userId})
    update app_user set username = 'Deleted customer', email = 'deleted.' || id || '@account.invalid',
      password_hash = null, phone = null, country = null, city = null, picture_key = null,
      locale = 'en', disabled_at = now(), deleted_at = now(), updated_at = now()
    where id = ${userId}
    returning (select picture_key from earlier) as picture`.execute(tx)
  return rows[0]?.picture ?? null
}

/** Rows that are about the person and nothing else. */
export async function deletePersonalRows(tx: Tx, userId: number, email: string): Promise<void> {
  for (const table of [
    'session',
    'identity',
    'google_code',
    'password_reset',
    'email_change',
    'email_confirmation',
    'cart_item',
  ]) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  }
  await sql`
    delete from outbox
    where topic = ${PASSWORD_LINK_TOPIC.name} and lower(payload ->> 'email') = lower(${email})`.execute(
    tx,
  )
}
