import { sql } from 'kysely'
import { type Database, inTransaction, openDatabase } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { writeCursor } from '../../server/platform/http/cursor.ts'

import { generateProducts } from './products/generate-products.ts'

export const SEED = 1

/** Whether to reuse an earlier run's data in SCALE_FOLDER or BENCH_DATABASE_URL, as filling takes most of the time. */
export const IS_KEPT = process.env.SCALE_KEPT === 'on'

export const sizesOf = (text: string | undefined, or: number[]): number[] =>
  text === undefined ? or : text.split(',').filter(Boolean).map(Number)

export async function fill(
  settings: { databaseUrl: string | null; dataDir: string },
  count: number,
): Promise<Database> {
  const db = await openDatabase(settings)
  await migrate(db)
  if (IS_KEPT && settings.databaseUrl) return db
  await generateProducts(db, { count, seed: SEED, userId: await makeOwner(db) })
  // Writes the new data to disk now, not during the measurement.
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`checkpoint`.execute(tx)
  })
  return db
}

export async function makeOwner(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email, account_type)
    values ('Generator', 'generator@barq.example', 'admin') returning id`.execute(db.run)
  return rows[0]?.id ?? 0
}

/**
 * Adds 100,000 units to each of 500 products, so that they never sell out.
 * @returns the ids of these products, and the total number of phones.
 */
export async function goodsOf(db: Database): Promise<{ ids: number[]; phones: number }> {
  const { rows } = await sql<{ id: number }>`
    with filled as (
      update product set on_hand = on_hand + 100000
      where id in (select id from product where deleted_at is null order by id limit 500) returning id
    ), noted as (
      insert into stock_ledger (product_id, d_on_hand, reason) select id, 100000, 'restock' from filled
    )
    select id from filled`.execute(db.run)
  const { rows: counts } = await sql<{ products: number }>`
    select products from category_count join category on category.id = category_id
    where name = 'Phones'`.execute(db.run)
  return { ids: rows.map(({ id }) => id), phones: counts[0]?.products ?? 0 }
}

/** @returns the cursor for a page of the list of phones, newest first. */
export async function placeOfPage(db: Database, page: number, size: number): Promise<string> {
  const { rows } = await sql<{ id: number; key: number }>`
    select id, (extract(epoch from created_at) * 1000000)::bigint as key from product
    where deleted_at is null and category_id = (select id from category where name = 'Phones')
    order by created_at desc, id desc
    limit 1 offset ${Math.max((page - 1) * size - 1, 0)}`.execute(db.run)
  return writeCursor('newest', [rows[0]?.key ?? 0, rows[0]?.id ?? 0])
}
