import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'

export async function unchanged<T>(shop: Shop, work: () => Promise<T>): Promise<T> {
  const before = await fingerprint(shop)
  const result = await work()
  expect(await fingerprint(shop)).toEqual(before)
  return result
}

let tables: string[] | null = null

/** The names of all tables but those that count attempts or list new pictures, which failed requests may change. */
export async function tableNames(shop: Shop): Promise<string[]> {
  tables ??= (
    await shop.sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('throttle', 'new_picture')
      order by table_name`
  ).map(({ name }) => name)
  return tables
}

/** The separator is a parameter because only statements with parameters are prepared; this one is slow to plan. */
export async function fingerprint(shop: Shop): Promise<unknown> {
  const names = await tableNames(shop)
  const rows = await shop.sql`
    select ${sql.join(
      names.map(
        (name) =>
          sql`(select md5(coalesce(string_agg(t::text, ${','} order by t::text), '')) from ${sql.table(name)} t) as ${sql.ref(name)}`,
      ),
    )}`
  return rows[0]
}
