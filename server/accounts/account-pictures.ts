import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'

/** Those of the keys that are somebody's profile picture. */
export async function picturesOfAccounts(db: Handle, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select picture_key as key from app_user where picture_key = any(${[...keys]}::text[])`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
