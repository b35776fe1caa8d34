import { sql } from 'kysely'
import type { Handle } from '#server/platform/db/database.ts'
import { POOL_SIZE } from '#server/platform/db/postgres.ts'

/** The number of deadlocks in this database so far. */
export async function countDeadlocks(db: Handle): Promise<number> {
  // Connections report deadlocks late unless flushed. Each flush sleeps, so that the next uses another connection.
  const flush = sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`
  await Promise.all(Array.from({ length: POOL_SIZE }, () => flush.execute(db)))
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.deadlocks ?? 0
}

export async function waitingForLocks(db: Handle): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Makes the first two inserts into the table fail as in a deadlock, without a second transaction.
 * @returns a function that restores the table.
 */
export async function deadlockTwice(
  db: Handle,
  table: 'orders' | 'cart_item',
): Promise<() => Promise<void>> {
  // A sequence keeps its value even if the statement is rolled back.
  await sql`create sequence attempt`.execute(db)
  await sql`
    create function deadlock_twice() returns trigger language plpgsql as $$
      begin
        if nextval('attempt') < 3 then
          raise exception 'as asked' using errcode = '40P01';
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger deadlock_twice before insert on ${sql.table(table)}
    for each row execute function deadlock_twice()`.execute(db)
  return async () => {
    await sql`drop function deadlock_twice cascade`.execute(db)
    await sql`drop sequence attempt`.execute(db)
  }
}
