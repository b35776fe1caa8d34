/** The two demo accounts that can sign in. Their password is public: a demo prints it at every startup. */
import { sql } from 'kysely'
import { verifyPassword } from '../accounts/sign-in/passwords.ts'
import type { Database } from '../platform/db/database.ts'

export const DEMO_PASSWORD = 'lightning'
export const DEMO_CUSTOMER = 'customer@barq.example'
export const DEMO_ADMIN = 'admin@barq.example'

/** Whether any demo account can still sign in with the public password. */
export async function isDemoPasswordLive(db: Database): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from app_user
    where demo and password_hash is not null and disabled_at is null`.execute(db.run)
  const live = await Promise.all(rows.map(({ hash }) => verifyPassword(hash, DEMO_PASSWORD)))
  return live.includes(true)
}
