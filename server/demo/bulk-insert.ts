/** Many rows at once: one statement per thousand. */
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'

const CHUNK = 1000

/** Takes this many ids from the table's sequence, ascending, for rows that refer to each other. */
export async function takeIds(
  db: Handle,
  table: keyof Tables & string,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}::text, 'id')) as id
    from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Inserts the rows, which have exactly the given columns with their SQL types. Dates may be
 * anything that JSON turns into a time.
 * @param done receives the number of rows that each statement has stored.
 */
export async function bulkInsert<Column extends string>(
  db: Handle,
  table: keyof Tables & string,
  columns: Record<Column, string>,
  rows: ReadonlyArray<Record<NoInfer<Column>, unknown>>,
  done: (count: number) => void = () => {},
): Promise<void> {
  const names = Object.keys(columns)
  const list = sql.join(names.map((name) => sql.ref(name)))
  const types = sql.join(
    Object.entries<string>(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  )
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK)
    await sql`
      insert into ${sql.table(table)} (${list}) overriding system value
      select ${list} from jsonb_to_recordset(${JSON.stringify(chunk)}::text::jsonb) as r (${types})`.execute(
      db,
    )
    done(chunk.length)
  }
}

/** Milliseconds since 1970, as the database reads them. */
export function timestamp(at: number): string
export function timestamp(at: number | null): string | null
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
