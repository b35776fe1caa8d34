/** The pictures that wait to be removed, for tests. */
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Makes every picture that waits old enough to be removed, if nothing shows it. */
export async function agePictures({ run }: Database): Promise<void> {
  await sql`update new_picture set kept_at = kept_at - interval '25 hours'`.execute(run)
}

/** Those that were stored or retired since they were aged. */
export async function youngPictures({ run }: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from new_picture where kept_at > now() - interval '1 day' order by key`.execute(run)
  return rows.map(({ key }) => key)
}
