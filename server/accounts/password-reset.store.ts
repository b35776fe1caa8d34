import { sql } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../platform/db/database.ts'

export interface Recipient {
  id: number
  username: string
  email: string
  locale: Locale
}

export async function writeEvent(db: Handle, topic: string, payload: object): Promise<void> {
  await sql`
    insert into outbox (topic, payload) values (${topic}, ${JSON.stringify(payload)}::text::jsonb)`.execute(
    db,
  )
}

export async function findRecipient(db: Handle, email: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select id, username, email, locale from app_user
    where lower(email) = lower(${email}) and disabled_at is null`.execute(db)
  return rows[0] ?? null
}

export async function findUserForMail(db: Handle, id: number): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select id, username, email, locale from app_user where id = ${id} and disabled_at is null`.execute(
    db,
  )
  return rows[0] ?? null
}

/** A newer link makes the older ones worthless. */
export async function replaceToken(
  db: Handle,
  userId: number,
  tokenHash: Uint8Array,
  lifeMinutes: number,
): Promise<void> {
  await sql`
    with replaced as (delete from password_reset where user_id = ${userId})
    insert into password_reset (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, now() + make_interval(mins => ${lifeMinutes}))`.execute(db)
}

/** Uses a token up. @returns its account, or null when it is not valid (any more). */
export async function useToken(tx: Handle, tokenHash: Uint8Array): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    update password_reset set used_at = now()
    from app_user
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()
      and app_user.id = password_reset.user_id and disabled_at is null
    returning user_id as "userId"`.execute(tx)
  return rows[0]?.userId ?? null
}

export async function setPassword(tx: Handle, userId: number, passwordHash: string): Promise<void> {
  await sql`
    update app_user set password_hash = ${passwordHash}, updated_at = now() where id = ${userId}`.execute(
    tx,
  )
}
