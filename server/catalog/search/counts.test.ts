/** Counts that are cached. */
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog-changes.ts'
import { NO_FILTERS } from '../listing/filters.ts'
import { createHitCounts, sumOf } from './counts.ts'

describeShop('the counts of broad searches', (shop) => {
  const SIZE = 1_000

  afterEach(() => void vi.restoreAllMocks())

  it('are kept for half a minute', async () => {
    const id = await shop.product({ name: 'Desk lamp light', stock: 0 })
    await sql`
      insert into product (category_id, user_id, seller, name, name_ar, description, description_ar, price_cents)
      select category_id, user_id, seller, name, name_ar, description, description_ar, price_cents
      from product, generate_series(2, ${SIZE}::integer) where id = ${id}`.execute(shop.db.run)
    const { countHits } = createHitCounts(shop.db.run, createCatalogChanges())
    const total = async () =>
      sumOf((await countHits({ any: "'lamp'", only: null }, NO_FILTERS)).hits)

    expect(await total()).toBe(SIZE)
    await shop.product({ name: 'Desk lamp light' })
    expect(await total()).toBe(SIZE)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
    expect(await total()).toBe(SIZE + 1)
  })

  it('of one word equal an exact count', async () => {
    await shop.product({ name: 'Desk lamp light', category: 'Phones' })
    await shop.product({ name: 'A desk without a lamp', category: 'Accessories' })
    for (const word of ['lamp', 'light', 'nowhere']) {
      const { countHits } = createHitCounts(shop.db.run, createCatalogChanges())
      const counted = await countHits({ any: `'${word}'`, only: null }, NO_FILTERS)

      expect(await countHits({ any: `'${word}'`, only: word }, NO_FILTERS)).toEqual(counted)
    }
  })
})
