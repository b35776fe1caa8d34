/** The real shop with the demo catalog, ample stock, and a signed-in customer for each connection. */
import { sql } from 'kysely'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import type { OrderChoice, ShopSetup } from './run.ts'
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
    choices: await prepareChoices(
      db,
      people.map(({ id }) => id),
    ),
  })
  // Exiting also ends the embedded database.
  for (const end of ['disconnect', 'SIGTERM']) process.once(end, () => process.exit(0))
})

/** Gives each customer a copy of the demo address, and a coupon of their own, so that no order waits for another's. */
async function prepareChoices(db: Database, userIds: readonly number[]): Promise<OrderChoice[]> {
  const { rows } = await sql<OrderChoice>`
    with added as (
      insert into address (user_id, name, phone, country, region, city, lines, postcode, is_default)
      select person.id, name, phone, country, region, city, lines, postcode, true
      from unnest(${[...userIds]}::bigint[]) as person (id)
        cross join (select * from address order by id limit 1) demo
      returning id, user_id
    ), coupons as (
      insert into coupon (code, kind, percent) select 'BENCH-' || user_id, 'percent', 10 from added
    )
    select added.id as "addressId", 'BENCH-' || user_id as coupon,
      (select min(id) from shipping_method where is_active) as delivery
    from unnest(${[...userIds]}::bigint[]) with ordinality as person (id, position)
      join added on added.user_id = person.id
    order by person.position`.execute(db.run)
  return rows
}

async function fillShelves(db: Database): Promise<void> {
  await sql`
    with filled as (update product set on_hand = on_hand + 1000000 returning id)
    insert into stock_ledger (product_id, d_on_hand, reason) select id, 1000000, 'restock' from filled`.execute(
    db.run,
  )
}
