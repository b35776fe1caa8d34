import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { PASSWORD_LINK_TOPIC } from './accounts.events.ts'

/**
 * Erases everything personal from an account and locks it. Its orders, moves and ratings still
 * reference the row, which no longer identifies anybody.
 * @returns the key of the picture that is no longer used, or null.
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

/**
 * Erases the copies of addresses that orders keep, except of orders on their way: those go when the
 * order is over (migration 0018). After the addresses are deleted, so that an order that copies one
 * meanwhile is seen.
 */
export async function eraseDeliveryAddresses(tx: Tx, userId: number): Promise<void> {
  await sql`
    with mine as (
      select id, state = 'complete' and delivered_at is null as on_its_way from orders
      where user_id = ${userId} and delivery_address is not null
      order by id for no key update
    )
    update orders set delivery_address = null from mine
    where orders.id = mine.id and not on_its_way`.execute(tx)
}

/** Tables whose rows hold nothing but the person's own data. */
export async function deletePersonalRows(tx: Tx, userId: number, email: string): Promise<void> {
  for (const table of [
    'session',
    'identity',
    'google_code',
    'password_reset',
    'email_change',
    'email_confirmation',
    'cart_item',
    'address',
  ]) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  }
  await sql`
    delete from outbox
    where topic = ${PASSWORD_LINK_TOPIC.name} and lower(payload ->> 'email') = lower(${email})`.execute(
    tx,
  )
}
