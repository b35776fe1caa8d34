/** Migrations while a process of the version before still sells. */
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { hasEngine } from '../../testing/engines.ts'
import { checkInvariants } from '../../testing/invariants.ts'
import { populate } from '../../testing/populated.ts'
import { openDatabase } from './database.ts'
import { createMigrator, migrationNames } from './migrate.ts'

describe.skipIf(!hasEngine('postgres'))('a rolling restart', () => {
  it('adds up what is sold while the sums of customers are made', async () => {
    const server = inject('postgresUrl') ?? ''
    const name = `barq_rolling_${crypto.randomUUID().replaceAll('-', '')}`
    const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
    await administer(server, `create database ${name}`)
    const db = await openDatabase({ databaseUrl, dataDir: '' })
    const seller = new pg.Client({ connectionString: databaseUrl })
    try {
      for (const before of (await migrationNames()).filter((one) => one < '0010')) {
        await createMigrator(db.root).migrateTo(before)
        await populate(db.root as unknown as Kysely<never>, before)
      }
      await seller.connect()
      await seller.query('begin')
      const sold = await seller.query(`
        insert into orders (batch_id, user_id, product_id, product_name, product_name_ar, quantity,
          unit_price_cents, total_cents, state, paid_at)
        select batch_id, user_id, product_id, product_name, product_name_ar, quantity,
          unit_price_cents, total_cents, 'complete', now() from orders limit 3`)
      expect(sold.rowCount).toBe(3)

      const migrating = createMigrator(db.root).migrateTo('0010-owner')
      const waiting = () =>
        sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
      await expect.poll(async () => (await waiting()).rows.length, { timeout: 10_000 }).toBe(1)
      await seller.query('commit')

      expect((await migrating).error).toBeUndefined()
      const broken = (await checkInvariants(db.read)).map(({ rule }) => rule)
      // The sale by hand left the stock alone, and that is noticed; the sums are right.
      expect(broken).toContain('E4')
      expect(broken).not.toContain('customer sales')
    } finally {
      await seller.end()
      await db.close()
      await administer(server, `drop database if exists ${name} with (force)`)
    }
  }, 60_000)
})

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
