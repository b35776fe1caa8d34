import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'

/** @returns those of the `keys` whose pictures are used by categories or products, including deleted products. */
export async function picturesOfProducts(db: Handle, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select picture ->> 'key' as key from product, jsonb_array_elements(pictures) as picture
    where picture ->> 'key' = any(${[...keys]}::text[])
    union select picture_key from category where picture_key = any(${[...keys]}::text[])`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
