/** The real shop with the demo catalogue, ample stock, and a signed-in customer per connection. */
import { sql } from 'kysely'
import { createSessions } from '#server/accounts/sessions.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openSignals } from '#server/platform/db/signals.ts'
import type { ShopSetup } from './run.ts'

process.once('message', async ({ databaseUrl, dataDir, customers }: ShopSetup) => {
  const config = readConfig({
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    UNPAID_ORDERS_MAX: 'off',
    REALTIME_PORT: '0',
  })
  const db = await openDatabase(config)
  await migrate(db)
  await seedDemo(db)
  await fillShelves(db)
  const tokens = await signIn(db, customers)
  const { rows } = await sql<{ id: number }>`select id from product order by id`.execute(db.read)
  const app = await createApp(config, db)
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({
    port: (app.server.address() as { port: number }).port,
    tokens,
    productIds: rows.map(({ id }) => id),
  })
  process.once('disconnect', () => process.exit(0))
})

async function fillShelves(db: Database): Promise<void> {
  await sql`
    with filled as (update product set on_hand = on_hand + 1000000 returning id)
    insert into stock_ledger (product_id, d_on_hand, reason) select id, 1000000, 'restock' from filled`.execute(
    db.read,
  )
}

async function signIn(db: Database, customers: number): Promise<string[]> {
  const sessions = createSessions(db, await openSignals(db))
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email)
    select 'bench ' || n, 'bench' || n || '@example.com' from generate_series(1, ${customers}::integer) n
    returning id`.execute(db.read)
  const device = { userAgent: 'bench', address: '127.0.0.1' }
  return Promise.all(
    rows.map(({ id }) => sessions.open(db.read, { id, accountType: 'customer' }, device)),
  )
}
