import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'

/** The keys among these that are profile pictures. */
export async function picturesOfAccounts(db: Handle, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select picture_key as key from app_user where picture_key = any(${[...keys]}::text[])`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
