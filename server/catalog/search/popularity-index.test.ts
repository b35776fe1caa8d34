import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SUGGESTIONS_MAX } from '#contract/limits.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog-changes.ts'
import { createPopularityIndex } from './popularity-index.ts'
import { suggest } from './suggest.ts'

const fail = (error: unknown) => {
  throw error
}

describeShop('the popularity index', (shop) => {
  // Two sets of this size are more hits than a search scores individually.
  const SIZE = 170
  let ids: number[] = []
  const changes = createCatalogChanges()
  let index: ReturnType<typeof createPopularityIndex>
  let empty: typeof index

  beforeAll(async () => {
    ids = await shop.products(SIZE, { name: 'Velora Lamp', category: 'Electronics' })
    ids.push(...(await shop.products(SIZE, { name: 'Desk light', description: 'Lamp by Velora' })))
    await shop.sql`
      update product set sold = (id * 37) % 300, price_cents = 1000 + id % 10
      where id = any(${ids}::bigint[])`
  })
  beforeEach(async () => {
    index = createPopularityIndex(shop.db.run, changes)
    empty = createPopularityIndex(shop.db.run, createCatalogChanges())
    await index.start(fail)
  })
  afterEach(() => index.stop())

  it.for(['lam', 'velora la', 'lampx'])(
    'suggests what the database suggests: %s',
    async (typed) => {
      const fromIndex = await suggest(shop.db.run, index, typed, null)

      expect(fromIndex.length).toBeGreaterThan(0)
      expect(fromIndex).toEqual(await suggest(shop.db.run, empty, typed, null))
    },
  )

  it('is trusted when its best hits match in every way, or when it has the whole shop', async () => {
    const withOnly = (typed: string, most: number, hasAll: boolean) =>
      suggest(
        shop.db.run,
        { ...index, hasAll: () => hasAll, find: (query) => index.find(query, 32).slice(0, most) },
        typed,
        null,
      )
    const inIndex = await suggest(shop.db.run, index, 'velora lamp', null)
    // The index does not include these sales yet.
    await shop.sql`update product set sold = 900 where id = ${ids[3]}`
    const fromDatabase = await suggest(shop.db.run, empty, 'velora lamp', null)

    expect(inIndex).toHaveLength(SUGGESTIONS_MAX)
    expect(fromDatabase).not.toEqual(inIndex)
    expect(await withOnly('velora lamp', SUGGESTIONS_MAX, false)).toEqual(inIndex)
    expect(await withOnly('velora lamp', SUGGESTIONS_MAX - 1, false)).toEqual(fromDatabase)
    expect(await withOnly('velora lamp', 2, true)).toEqual(inIndex.slice(0, 2))
    expect(await withOnly('velora lamp', 0, true)).toEqual(fromDatabase)
    expect([index.hasAll(), empty.hasAll()]).toEqual([true, false])
  })

  it('is not used after a change until it was read again', async () => {
    const [id = 0] = ids
    const query = { words: "'lamp'", category: null }
    changes.announce({ what: 'products', ids: [id] })

    expect(index.find(query, 10)).toEqual([])
    await expect.poll(() => index.find(query, 10), { timeout: 60_000 }).toHaveLength(10)
    // Orders do not change the index.
    changes.announce({ what: 'stock', ids: [id], by: [] })
    expect(index.find(query, 10)).toHaveLength(10)
  })

  it('suggests nothing that was deleted, even without a notification', async () => {
    const [gone] = await suggest(shop.db.run, index, 'velora lamp', null)
    await shop.sql`update product set deleted_at = now() where id = ${gone?.id}`

    expect(index.find({ words: "'lamp'", category: null }, 10)).toHaveLength(10)
    expect(await suggest(shop.db.run, index, 'velora lamp', null)).toEqual(
      await suggest(shop.db.run, empty, 'velora lamp', null),
    )
  })
})
