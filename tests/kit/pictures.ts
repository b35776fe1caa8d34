import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Makes all stored pictures old enough to be removed if nothing uses them. */
export async function agePictures({ run }: Database): Promise<void> {
  await sql`update new_picture set kept_at = kept_at - interval '25 hours'`.execute(run)
}

/** The keys of pictures stored or replaced since `agePictures`. */
export async function youngPictures({ run }: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from new_picture where kept_at > now() - interval '1 day' order by key`.execute(run)
  return rows.map(({ key }) => key)
}
