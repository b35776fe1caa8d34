import { sql } from 'kysely'
import {
  type Database,
  type Handle,
  inTransaction,
  type Tx,
} from '../../../server/platform/db/database.ts'
import { type GeneratedProduct, generatedProduct } from './generated-catalog.ts'

export interface GenerateSettings {
  count: number
  seed: number
  userId: number
  /** @param share the completed fraction of the work, from 0 to 1 */
  progress?: (share: number) => void
}

const CHUNK = 2000
const WRITERS = 4
/** From this number of products on, rebuilding the indexes at the end is faster than updating them row by row. */
const REINDEX_FROM = 20_000
/** The share of the time that inserts take; indexes take the rest. */
const INSERT_SHARE = 0.6

/** Adds the products and their stock ledger. Their sales and ratings have no orders, as if made in another shop. */
export async function generateProducts(db: Database, settings: GenerateSettings): Promise<void> {
  const { count, seed, userId, progress = () => {} } = settings
  const isBulk = count >= REINDEX_FROM
  const indexes = isBulk ? await dropIndexes(db) : []
  progress(0)
  try {
    let done = 0
    const starts = Array.from({ length: Math.ceil(count / CHUNK) }, (_, chunk) => chunk * CHUNK)
    await inParallel(starts, async (start) => {
      const size = Math.min(CHUNK, count - start)
      const products = Array.from({ length: size }, (_, at) => generatedProduct(seed, start + at))
      await withoutTimeout(db, async (tx) => {
        if (isBulk) await sql`set local barq.bulk = 'on'`.execute(tx)
        await insertProducts(tx, products, userId)
      })
      done += size
      progress((done / count) * INSERT_SHARE)
    })
  } finally {
    let made = 0
    const works = [
      ...indexes.map(({ definition }) => sql.raw(definition)),
      ...(isBulk ? COUNTS : []),
    ]
    await inParallel(works, async (work) => {
      await withoutTimeout(db, (tx) => work.execute(tx))
      made += 1
      progress(INSERT_SHARE + (made / works.length) * (1 - INSERT_SHARE))
    })
  }
  await cleanUp(db)
  progress(1)
}

/** Updates the planner's statistics and the visibility map. */
async function cleanUp(db: Database): Promise<void> {
  await db.root.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** Calls `run` for each element of `works` in order, `WRITERS` of them at a time. */
async function inParallel<T>(works: readonly T[], run: (work: T) => Promise<void>): Promise<void> {
  const left = works[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (const work of left) await run(work)
    }),
  )
}

function withoutTimeout(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
    return work(tx)
  })
}

/** @returns the dropped indexes, the slowest to build first */
async function dropIndexes(db: Database): Promise<Array<{ name: string; definition: string }>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = current_schema() and i.tablename in ('product', 'product_search', 'search_word')
      and not exists (select from pg_constraint where conname = i.indexname)
    order by i.indexdef not like '%USING gin%', i.tablename = 'search_word'`.execute(db.run)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db.run)
  return rows
}

/** Statements that compute the counts otherwise maintained row by row by triggers. */
const COUNTS = [
  sql`
    insert into category_count (category_id, products)
    select category_id, count(*) from product_search group by category_id
    on conflict (category_id) do update set products = excluded.products`,
  sql`
    with counted as (
      select s.word, c.id as category_id, s.ndoc as products from category c cross join lateral
        ts_stat(format('select words from product_search where category_id = %s', c.id)) s
      where left(s.word, 1) <> '='
    ), by_word as (
      insert into search_word (word, products)
      select word, sum(products) from counted group by word order by word collate "C"
      on conflict (word) do update set products = excluded.products
    )
    insert into search_word_category (word, category_id, products)
    select word, category_id, products from counted order by word collate "C", category_id
    on conflict (word, category_id) do update set products = excluded.products`,
]

async function insertProducts(
  tx: Handle,
  products: readonly GeneratedProduct[],
  userId: number,
): Promise<void> {
  const column = <Key extends keyof GeneratedProduct>(key: Key) => products.map((one) => one[key])
  await sql`
    with added as (
      insert into product (category_id, user_id, seller, seller_ar, name, name_ar, description,
        description_ar, price_cents, compare_at_cents, on_hand, sold, rating_sum, rating_count,
        pictures, specs, created_at)
      select category.id, ${userId}, r.seller, r.seller_ar, r.name, r.name_ar, r.description,
        r.description_ar, r.price_cents, r.compare_at_cents, r.on_hand, r.sold, r.rating_sum, r.rating_count,
        r.pictures::jsonb, r.specs::jsonb, now() - r.age * interval '1 minute'
      from unnest(${column('category')}::text[], ${column('seller')}::text[],
        ${column('seller_ar')}::text[], ${column('name')}::text[],
        ${column('name_ar')}::text[], ${column('description')}::text[], ${column('description_ar')}::text[],
        ${column('price_cents')}::integer[], ${column('compare_at_cents')}::integer[],
        ${column('on_hand')}::integer[], ${column('sold')}::integer[], ${column('rating_sum')}::integer[],
        ${column('rating_count')}::integer[], ${column('age')}::integer[],
        ${column('pictures').map((list) => JSON.stringify(list))}::text[],
        ${column('specs').map((list) => JSON.stringify(list))}::text[])
        as r (category, seller, seller_ar, name, name_ar, description, description_ar, price_cents,
          compare_at_cents, on_hand, sold, rating_sum, rating_count, age, pictures, specs)
      join category on category.name = r.category
      returning id, on_hand, sold, rating_sum, rating_count
    ), opening as (
      insert into opening_figures (product_id, sold, rating_sum, rating_count)
      select id, sold, rating_sum, rating_count from added where sold > 0
    )
    insert into stock_ledger (product_id, d_on_hand, reason)
    select id, on_hand + sold, 'initial' from added
    union all select id, -sold, 'sale' from added where sold > 0`.execute(tx)
}
