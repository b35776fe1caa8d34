import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Product, ProductsQuery } from '#contract/catalog.ts'
import { SUGGESTIONS_MAX } from '#contract/limits.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog-changes.ts'
import { readFilters } from '../listing/filters.ts'
import { findIndexed, findSorted } from './pages.ts'
import { createPopularityIndex } from './popularity-index.ts'
import { createSearch } from './search.ts'
import { suggest } from './suggest.ts'

/** Lists are read from the database alone. */
const NO_COLUMNS = { current: async () => null }

const fail = (error: unknown) => {
  throw error
}

describeShop('the popularity index', (shop) => {
  // Together more than are scored one by one.
  const SIZE = 170
  let ids: number[] = []
  const changes = createCatalogChanges()
  let index: ReturnType<typeof createPopularityIndex>
  let empty: typeof index

  beforeAll(async () => {
    ids = await shop.products(SIZE, { name: 'Velora Lamp', category: 'Electronics' })
    ids.push(...(await shop.products(SIZE, { name: 'Desk light', description: 'Lamp by Velora' })))
    await sql`
      update product set sold = (id * 37) % 300, price_cents = 1000 + id % 10
      where id = any(${ids}::bigint[])`.execute(shop.db.run)
  })
  beforeEach(async () => {
    index = createPopularityIndex(shop.db.run, changes)
    empty = createPopularityIndex(shop.db.run, createCatalogChanges())
    await index.start(fail)
  })
  afterEach(() => index.stop())

  const listed = async (search: Search, query: ProductsQuery): Promise<Product[]> => {
    const all: Product[] = []
    let cursor: string | null | undefined
    do {
      const page = await search({ ...query, limit: 24, ...(cursor && { cursor }) })
      all.push(...page.products)
      cursor = page.nextCursor
    } while (cursor)
    return all
  }
  type Search = ReturnType<typeof createSearch>
  const searchOn = (on: typeof index) => createSearch(shop.db.run, changes, on, NO_COLUMNS)

  it.for<ProductsQuery>([
    { search: 'velora lamp' },
    { search: 'lamp', category: 'Electronics' },
    { search: 'velora -' },
  ])('lists what the database lists, in its order: %j', async (query) => {
    const [fromIndex, fromDatabase] = [
      await listed(searchOn(index), query),
      await listed(searchOn(empty), query),
    ]

    expect(fromDatabase.length).toBeGreaterThanOrEqual(SIZE)
    expect(fromIndex).toEqual(fromDatabase)
  })

  it('applies the other conditions, and is not asked for more than it has', async () => {
    const page = async (query: ProductsQuery, limit: number) => {
      const { conditions } = readFilters(query)
      const scope = { words: "'lamp'", conditions, category: 'Electronics', share: 0 }
      const cut = { after: null, limit }
      return {
        fromIndex: await findIndexed(shop.db.run, index, scope, cut),
        fromDatabase: await findSorted(shop.db.run, scope, 'popular', cut),
      }
    }
    const most = await page({ maxPrice: 10.07 }, 24)
    const few = await page({ maxPrice: 10.01 }, 24)

    expect(most.fromIndex).toHaveLength(24)
    expect(most.fromIndex).toEqual(most.fromDatabase)
    expect(few.fromIndex).toBeNull()
    expect(few.fromDatabase).toHaveLength(24)
  })

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
    // The index does not have this yet.
    await sql`update product set sold = 900 where id = ${ids[3]}`.execute(shop.db.run)
    const fromDatabase = await suggest(shop.db.run, empty, 'velora lamp', null)

    expect(inIndex).toHaveLength(SUGGESTIONS_MAX)
    expect(fromDatabase).not.toEqual(inIndex)
    expect(await withOnly('velora lamp', SUGGESTIONS_MAX, false)).toEqual(inIndex)
    expect(await withOnly('velora lamp', SUGGESTIONS_MAX - 1, false)).toEqual(fromDatabase)
    expect(await withOnly('velora lamp', 2, true)).toEqual(inIndex.slice(0, 2))
    expect(await withOnly('velora lamp', 0, true)).toEqual(fromDatabase)
    expect([index.hasAll(), empty.hasAll()]).toEqual([true, false])
  })

  it('proposes the most popular first, from a place on, within a category', () => {
    const all = index.find({ words: "'lamp'", category: null }, 1000)
    const [first, second] = all

    expect(all).toHaveLength(2 * SIZE)
    expect(all.map(({ popularity }) => popularity)).toEqual(
      all.map(({ popularity }) => popularity).sort((a, b) => b - a),
    )
    expect(index.find({ words: "'lamp'", category: null, after: first ?? null }, 1)).toEqual([
      second,
    ])
    expect(index.find({ words: "'lamp'", category: 'Accessories' }, 9)).toEqual([])
  })

  it('is not used after a change until it was read again', async () => {
    const [id = 0] = ids
    const query = { words: "'lamp'", category: null }
    changes.announce({ what: 'products', ids: [id] })

    expect(index.find(query, 10)).toEqual([])
    await expect.poll(() => index.find(query, 10), { timeout: 60_000 }).toHaveLength(10)
    // Orders change no words.
    changes.announce({ what: 'stock', ids: [id], by: [] })
    expect(index.find(query, 10)).toHaveLength(10)
  })

  it('shows nothing that was deleted or renamed, even without a notification', async () => {
    const query = { search: 'velora lamp' }
    const [gone, renamed] = (await searchOn(index)(query)).products.map(({ id }) => id)
    await sql`update product set deleted_at = now() where id = ${gone}`.execute(shop.db.run)
    await sql`update product set name = 'Kettle', description = '' where id = ${renamed}`.execute(
      shop.db.run,
    )

    expect(index.find({ words: "'lamp'", category: null }, 10)).toHaveLength(10)
    expect(await listed(searchOn(index), query)).toEqual(await listed(searchOn(empty), query))
  })
})
