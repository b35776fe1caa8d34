/** The real shop with the demo catalogue, ample stock, and a signed-in customer per connection. */
import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { ShopSetup } from './run.ts'
import { signInCustomers } from './sign-in.ts'

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
  const people = await signInCustomers(db, customers)
  const { rows } = await sql<{ id: number }>`select id from product order by id`.execute(db.run)
  const app = await createApp(config, db)
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({
    port: (app.server.address() as { port: number }).port,
    tokens: people.map(({ token }) => token),
    productIds: rows.map(({ id }) => id),
  })
  process.once('disconnect', () => process.exit(0))
})

async function fillShelves(db: Database): Promise<void> {
  await sql`
    with filled as (update product set on_hand = on_hand + 1000000 returning id)
    insert into stock_ledger (product_id, d_on_hand, reason) select id, 1000000, 'restock' from filled`.execute(
    db.run,
  )
}
