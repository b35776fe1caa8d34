import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { emptyPlace } from '#tests/kit/empty-place.ts'
import { type Database, openDatabase } from './database.ts'
import { createMigrator, migrate } from './migrate.ts'

describe('a rolling restart', () => {
  it('restarts when an order and the migration deadlock', async () => {
    await withSeller(async (db, seller) => {
      await createMigrator(db.root).migrateTo('0013-words-by-category')
      // PostgreSQL aborts the transaction that checks for a deadlock first, which is the migration here.
      await seller.query("set deadlock_timeout = '1min'")
      await seller.query('begin')
      await seller.query('update orders set updated_at = now() where id = 0')

      // The migration locks accounts and then orders; the seller locks them in the opposite order.
      const migrating = migrate(db)
      await oneWaits(db)
      // The statement succeeds only once the migration has been aborted.
      await seller.query('select from app_user for no key update')
      await seller.query('commit')

      expect(await migrating).toContain('0014-confirmed-emails')
    })
  })
})

async function withSeller(run: (db: Database, seller: pg.Client) => Promise<void>): Promise<void> {
  const place = await emptyPlace()
  const db = await openDatabase(place.settings)
  const seller = new pg.Client({ connectionString: place.env.DATABASE_URL })
  await seller.connect()
  try {
    await run(db, seller)
  } finally {
    await seller.end()
    await db.close()
    await place.remove()
  }
}

async function oneWaits(db: Database): Promise<void> {
  const waiting = () =>
    sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.run)
  await expect.poll(async () => (await waiting()).rows.length, { interval: 5 }).toBe(1)
}
