/** Creates the first admin from the settings, since a shop without demo data starts with no admin. */
import { sql } from 'kysely'
import type { Database, Handle } from '../platform/db/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { AccountsSettings } from './accounts.settings.ts'
import { IS_OWNER } from './roles.ts'
import { hashPassword } from './sign-in/passwords.ts'

/**
 * Creates the admin named in the settings unless the shop has an admin; a demo admin does not count.
 * @returns `existing` if the shop has this admin, `others` if it has only other admins, `created` if it had none, and
 * `missing` if it has none and the settings name none.
 * @throws StartError if the email belongs to an account that is not an active admin, such as a customer's.
 */
export async function ensureFirstAdmin(
  db: Database,
  admin: AccountsSettings['admin'],
): Promise<'existing' | 'created' | 'others' | 'missing'> {
  const before = await findOwnAdmins(db, admin?.email)
  if (before) return before
  if (!admin) return 'missing'
  if (await insertAdmin(db.run, admin.email, await hashPassword(admin.password))) return 'created'
  // A process that started at the same time may have created the admin first.
  const after = await findOwnAdmins(db, admin.email)
  if (after) return after
  throw new StartError(
    `ADMIN_EMAIL ${admin.email} belongs to an account that is not an active admin: use a different email address`,
  )
}

/**
 * Nobody is asked for the admin's name, so that it is the part of the email before the @, until changed in the profile.
 * @returns whether the email was available; if so, it now belongs to the new admin.
 */
export async function insertAdmin(
  tx: Handle,
  email: string,
  passwordHash: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into app_user (username, email, password_hash, account_type, email_confirmed_at)
    values (split_part(${email}::text, '@', 1), ${email}, ${passwordHash}, 'admin', now())
    on conflict (lower(email)) where not guest do nothing returning id`.execute(tx)
  return rows.length === 1
}

/**
 * @returns `existing` if an admin has this email, `others` if there are only other admins, null if there is no admin;
 * demo admins do not count.
 */
async function findOwnAdmins(db: Database, email = ''): Promise<'existing' | 'others' | null> {
  const { rows } = await sql<{ named: boolean | null }>`
    select bool_or(lower(email) = lower(${email}::text)) as named from app_user
    where ${IS_OWNER} and not demo`.execute(db.run)
  const named = rows[0]?.named ?? null
  if (named === null) return null
  return named ? 'existing' : 'others'
}
