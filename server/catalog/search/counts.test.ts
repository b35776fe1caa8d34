/** Counts that are cached, and refreshed without delaying a search. */
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import type { Handle } from '../../platform/db/database.ts'
import { createCatalogChanges } from '../catalog-changes.ts'
import { NO_FILTERS } from '../listing/filters.ts'
import { createHitCounts, sumOf } from './counts.ts'

describeShop('the counts of broad searches', (shop) => {
  const SIZE = 1_000
  const SEARCHES = ['lamp', 'desk', 'light'].map((word) => ({ any: `'${word}'`, only: null }))

  afterEach(() => void vi.restoreAllMocks())

  it('are refreshed one by one, and served stale meanwhile', async () => {
    const id = await shop.product({ name: 'Desk lamp light', stock: 0 })
    await sql`
      insert into product (category_id, user_id, seller, name, name_ar, description, description_ar, price_cents)
      select category_id, user_id, seller, name, name_ar, description, description_ar, price_cents
      from product, generate_series(2, ${SIZE}::integer) where id = ${id}`.execute(shop.db.run)
    let running = 0
    let most = 0
    let runs = 0
    const watched = shop.db.run.withPlugin({
      transformQuery({ node }) {
        runs++
        most = Math.max(most, ++running)
        return node
      },
      transformResult: async ({ result }) => {
        running--
        return result
      },
    }) as Handle
    const { countHits } = createHitCounts(watched, createCatalogChanges())
    const totals = async () => {
      const counts = await Promise.all(SEARCHES.map((words) => countHits(words, NO_FILTERS)))
      return counts.map(({ hits }) => sumOf(hits))
    }

    expect(await totals()).toEqual([SIZE, SIZE, SIZE])
    expect(runs).toBe(SEARCHES.length)
    await shop.product({ name: 'Desk lamp light' })
    most = 0
    const later = performance.now() + 25_000
    vi.spyOn(performance, 'now').mockReturnValue(later)

    expect(await totals()).toEqual([SIZE, SIZE, SIZE])
    await expect.poll(totals).toEqual([SIZE + 1, SIZE + 1, SIZE + 1])
    expect(runs).toBe(2 * SEARCHES.length)
    expect(most).toBe(1)
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
