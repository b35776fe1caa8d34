import { sql } from 'kysely'
import type { DataExport } from '#contract/accounts.ts'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../platform/db/database.ts'

export async function findDates(db: Handle, userId: number) {
  const { rows } = await sql<{ locale: Locale; createdAt: Date }>`
    select locale, created_at as "createdAt" from app_user where id = ${userId}`.execute(db)
  return rows[0] ?? null
}

export async function findIdentities(
  db: Handle,
  userId: number,
): Promise<DataExport['identities']> {
  const { rows } = await sql<{ issuer: string; subject: string; at: Date }>`
    select issuer, subject, created_at as at from identity
    where user_id = ${userId} order by created_at`.execute(db)
  return rows.map(({ issuer, subject, at }) => ({ issuer, subject, linked_at: at.toISOString() }))
}
