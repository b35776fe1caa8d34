import { sql } from 'kysely'
import type { Audited } from '#contract/audit-kinds.ts'
import type { Tx } from '../platform/db/database.ts'

/** Writers wait for each other; readers, and rows that refer to the table, do not. */
export async function lockTable(tx: Tx, table: Audited): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

export async function lockRow(tx: Tx, table: Audited, id: number): Promise<void> {
  await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(tx)
}

export async function setPositions(tx: Tx, table: Audited, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(table)} as row set position = place - 1, updated_at = now()
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    where row.id = wanted.id and row.position <> place - 1`.execute(tx)
}

export async function deleteRow(tx: Tx, table: Audited, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
}
