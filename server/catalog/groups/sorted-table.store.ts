import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export type SortedTableName = 'brand' | 'sub_category' | 'attribute'

/** Writers wait for each other; readers, and products that refer to the rows, do not. */
export async function lockTable(tx: Tx, table: SortedTableName): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

export async function lockRow(tx: Tx, table: SortedTableName, id: number): Promise<void> {
  await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(tx)
}

export async function setPositions(
  tx: Tx,
  table: SortedTableName,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as row set position = place - 1, updated_at = now()
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    where row.id = wanted.id and row.position <> place - 1`.execute(tx)
}

/** The position after the last. */
export function nextPosition(table: SortedTableName) {
  return sql`(select coalesce(max(position) + 1, 0) from ${sql.table(table)})`
}

export async function deleteRow(tx: Tx, table: SortedTableName, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
}

/** After a name that products are found by has changed. */
export async function renewSearch(tx: Tx, products: readonly number[]): Promise<void> {
  await sql`select renew_search_rows(${[...products]}::bigint[])`.execute(tx)
}
