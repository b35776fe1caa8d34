import { sql } from 'kysely'
import type { Audited } from '#contract/audit-kinds.ts'
import type { Handle, Tx } from '../platform/db/database.ts'

/** Serializes writes to the table. Readers, and writers of rows that refer to the table, do not wait. */
export async function lockTable(tx: Tx, table: Audited): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

export async function lockRow(tx: Tx, table: Audited, id: number): Promise<void> {
  await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(tx)
}

/** The new value of each column, or an SQL expression for it; undefined leaves the column unchanged. */
type Columns = Readonly<Record<string, unknown>>

/** @returns the id of the new row. */
export async function insertRow(tx: Handle, table: Audited, columns: Columns): Promise<number> {
  const set = settable(columns)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(set.map(([name]) => name))})
    values (${sql.join(set.map(([, value]) => value))}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`an insert into ${table} returned no row`)
  return row.id
}

export async function updateRow(
  tx: Tx,
  table: Audited,
  id: number,
  columns: Columns,
): Promise<void> {
  const changes = settable(columns).map(([name, value]) => sql`${name} = ${value}`)
  await sql`
    update ${sql.table(table)} set ${sql.join(changes)}, updated_at = now()
    where id = ${id}`.execute(tx)
}

function settable(columns: Columns) {
  const set = Object.entries(columns).filter(([, value]) => value !== undefined)
  return set.map(([name, value]) => [sql.ref(name), value] as const)
}

export async function setPositions(tx: Tx, table: Audited, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(table)} as row set position = place - 1, updated_at = now()
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    where row.id = wanted.id and row.position <> place - 1`.execute(tx)
}

/** Removes a row from its list without deleting it, because purchases refer to it. */
export async function hideRow(tx: Tx, table: Audited, id: number): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = now(), is_active = false
    where id = ${id}`.execute(tx)
}

export async function deleteRow(tx: Tx, table: Audited, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
}
