/** A shop without demo data needs a first admin, whom no other admin can create. */
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { AccountsSettings } from './accounts.settings.ts'
import { hashPassword } from './sign-in/passwords.ts'

/**
 * Creates the admin named in the settings unless the shop has one; a demo admin does not count.
 * @returns what there is now: an existing admin, one created now, or none.
 * @throws StartError when the address belongs to a customer.
 */
export async function ensureFirstAdmin(
  db: Database,
  admin: AccountsSettings['admin'],
): Promise<'existing' | 'created' | 'missing'> {
  if (await hasOwnAdmin(db)) return 'existing'
  if (!admin) return 'missing'
  const passwordHash = await hashPassword(admin.password)
  const { rows } = await sql`
    insert into app_user (username, email, password_hash, account_type, email_confirmed_at)
    values ('Admin', ${admin.email}, ${passwordHash}, 'admin', now())
    on conflict (lower(email)) do nothing returning id`.execute(db.run)
  if (rows.length === 1) return 'created'
  // Another process that started at the same moment may have been first.
  if (await hasOwnAdmin(db)) return 'existing'
  throw new StartError(
    `ADMIN_EMAIL ${admin.email} is the address of an account that is no admin: set another`,
  )
}

async function hasOwnAdmin(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from app_user
    where account_type = 'admin' and not demo and disabled_at is null limit 1`.execute(db.run)
  return rows.length > 0
}
