/** Pictures that wait to be removed, for tests. */
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Ages all waiting pictures, so that those that nothing shows can be removed. */
export async function agePictures({ run }: Database): Promise<void> {
  await sql`update new_picture set kept_at = kept_at - interval '25 hours'`.execute(run)
}

/** Pictures stored or retired since the others were aged. */
export async function youngPictures({ run }: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from new_picture where kept_at > now() - interval '1 day' order by key`.execute(run)
  return rows.map(({ key }) => key)
}
