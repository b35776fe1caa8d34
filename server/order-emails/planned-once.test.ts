/** The SQL for orders, order emails and searches takes as long to plan as to run, so connections must reuse plans. */
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { administer, urlOf } from '#tests/kit/databases.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createSearch } from '../catalog/search/search.ts'
import { createOrders } from '../orders/orders.ts'
import { unpaidLimits } from '../orders/unpaid-limits.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { findOrderFacts } from './order-emails.store.ts'

/** PostgreSQL plans a prepared statement five times with its actual values before considering a generic plan. */
const CUSTOM_PLANS = 5
const TIMES = 20

describeShop('statements that take as long to plan as to run', (shop) => {
  let db: Database
  afterAll(() => db.close())

  it('are planned once for all orders, emails and searches', async () => {
    // Restores PostgreSQL's default; in other tests, statements have a generic plan from the first execution on.
    const url = await urlOf(shop.db)
    const name = new URL(url).pathname.slice(1)
    await administer(url, `alter database ${name} set plan_cache_mode = auto`)
    db = await openDatabase({ databaseUrl: url, dataDir: '' })
    const changes = createCatalogChanges()
    const limits = unpaidLimits({ orders: TIMES, units: 1_000 }, false)
    const orders = createOrders(db, changes, limits)
    const search = createSearch(db.run, changes, { current: async () => null })
    const { id } = await shop.customer()
    const products = await Promise.all(
      Array.from({ length: 8 }, (_, n) => shop.product({ stock: 500, name: `Radio ${n}` })),
    )
    for (let n = 0; n < TIMES; n++) {
      const lines = products.slice(0, 1 + (n % products.length)).map((Product) => ({ Product }))
      await orders.place({ id, sessionId: 0 }, lines, crypto.randomUUID(), `192.0.2.${n}`)
      await findOrderFacts(db.run, products.slice(n % products.length))
      await search({ search: `radio ${n % 4}` })
    }

    const { rows } = await sql<{ custom: number; all: number; statement: string }>`
      select custom_plans as custom, custom_plans + generic_plans as all, statement
      from pg_prepared_statements`.execute(db.run)
    for (const words of [
      'insert into order_batch',
      'as "customerName"',
      'search_forms',
      'with hit as',
    ]) {
      const plans = rows.filter(({ statement }) => statement.includes(words))
      expect([words, plans.map(({ all }) => all)]).toEqual([words, [TIMES]])
      expect([words, plans.map(({ custom }) => custom)]).toEqual([words, [CUSTOM_PLANS]])
    }
  })

  it('of the limits on unpaid orders are cached, which only PL/pgSQL does', async () => {
    const rows = await shop.sql<{ name: string; language: string }>`
      select distinct proname as name, lanname as language
      from pg_proc join pg_language on pg_language.oid = prolang
      where proname in ('product_limit', 'unpaid_limit') order by name`
    expect(rows).toEqual([
      { name: 'product_limit', language: 'plpgsql' },
      { name: 'unpaid_limit', language: 'plpgsql' },
    ])
  })
})
