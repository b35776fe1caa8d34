/** What a request changed in the database, in a form that can be compared between requests. */
import { sql } from 'kysely'
import { tableNames } from '#tests/kit/fingerprint.ts'
import type { Shop } from '#tests/kit/shop.ts'

/** Tables that triggers fill from other tables; some contain words from random names. */
const DERIVED = new Set([
  'product_search',
  'search_word',
  'search_word_category',
  'category_count',
  'customer_sales',
  'invoice_series',
])

export interface Effect {
  /** Inserted and changed rows, as `table {json}`. */
  came: string[]
  grown: Record<string, number>
}

/** Runs the work, which must be the only writer. @returns its result and what it changed. */
export async function effectOf<T>(shop: Shop, work: () => Promise<T>): Promise<[T, Effect]> {
  const names = (await tableNames(shop)).filter((name) => !DERIVED.has(name))
  const marks = await shop.sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`
  const next = marks[0]?.next ?? '0'
  const before = await countRows(shop, names)
  const result = await work()
  const after = await countRows(shop, names)
  const grown = names
    .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
    .filter(([, by]) => by !== 0)
  return [result, { came: await rowsSince(shop, names, next), grown: Object.fromEntries(grown) }]
}

/**
 * @param next the first transaction id to include.
 * @returns the rows written by this transaction or later ones, as `table {json}`.
 */
async function rowsSince(shop: Shop, names: string[], next: string): Promise<string[]> {
  const rows = await shop.sql<{ row: string }>`${sql.join(
    names.map(
      (name) =>
        sql`select ${`${name} `} || to_jsonb(t)::text as row from ${sql.table(name)} t
          where t.xmin::text::bigint >= ${next}::bigint`,
    ),
    sql` union all `,
  )}`
  return rows.map(({ row }) => row)
}

async function countRows(shop: Shop, names: string[]): Promise<Record<string, number>> {
  const rows = await shop.sql<Record<string, number>>`
    select ${sql.join(
      names.map((name) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`),
    )}`
  return rows[0] ?? {}
}

/** Replaces values that differ between requests (ids, times, hashes, names), and sorts the rows. */
export function alike(rows: readonly string[]): string[] {
  return rows
    .map((row) => {
      const [table = '', ...rest] = row.split(' ')
      return `${table} ${JSON.stringify(plain(JSON.parse(rest.join(' ')), ''))}`
    })
    .sort()
}

function plain(value: unknown, key: string): unknown {
  if (/(^|_)(id|seq|number|step)$|Id$/.test(key) && value !== null) return '#'
  if (/_hash$|^(search_text|secret|challenge|holder|public_key)$/.test(key) && value !== null)
    return 'hash'
  // Each request has its own IP address; planted addresses are searched for in the original rows.
  if (key === 'address' && value !== null) return 'address'
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map((entry) => plain(entry, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, plain(inner, name)]),
  )
}

function plainText(text: string): string {
  if (/^\d{4}-\d\d-\d\d[T ]/.test(text)) return '@'
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{8,}\b|\b\d+(?=@account)/g, 'x')
}
