/** Planning an order takes as long as running it: each connection plans its statements once. */
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createOrders } from './orders.ts'
import { unpaidLimits } from './unpaid-limits.ts'

/** PostgreSQL plans a prepared statement for given values five times before it compares. */
const CUSTOM_PLANS = 5
const ORDERS = 40

describeShop('plans of orders', (shop) => {
  it('are made once for all orders, whatever their lines', async () => {
    const limits = unpaidLimits({ orders: ORDERS, units: 1_000 }, false)
    const orders = createOrders(shop.db, createCatalogChanges(), limits)
    const { id } = await shop.customer()
    const products = await Promise.all(
      Array.from({ length: 8 }, () => shop.product({ stock: 500 })),
    )
    for (let n = 0; n < ORDERS; n++) {
      const lines = products.slice(0, 1 + (n % products.length)).map((Product) => ({ Product }))
      await orders.place({ id, sessionId: 0 }, lines, crypto.randomUUID(), `192.0.2.${n}`)
    }

    const rows = await shop.sql<{ custom: number; all: number }>`
      select custom_plans as custom, custom_plans + generic_plans as all from pg_prepared_statements
      where statement like '%insert into order_batch%' and custom_plans + generic_plans > 0
        and statement not like '%pg_prepared_statements%'`
    const [plans] = rows
    expect(plans?.all).toBeGreaterThan(CUSTOM_PLANS)
    expect(plans?.custom).toBeLessThanOrEqual(CUSTOM_PLANS)
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
