/**
 * Ends all access after a restore: secrets revoked or used since the backup must not be valid again, and a copy of the
 * shop must not call webhooks.
 */
import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'

const ONE_TIME_SECRETS = [
  'password_reset',
  'google_flow',
  'google_code',
  'email_change_token',
  'email_confirmation',
  'sign_in_challenge',
  'passkey_challenge',
  'recovery_code',
] as const

/** Ends every session and API token, deletes all one-time links and codes, and turns off all webhooks. */
export async function endAllAccess(db: Handle): Promise<void> {
  await sql`update session set revoked_at = now() where revoked_at is null`.execute(db)
  await sql`update webhook set is_active = false where is_active`.execute(db)
  for (const table of ONE_TIME_SECRETS) await sql`delete from ${sql.table(table)}`.execute(db)
}
