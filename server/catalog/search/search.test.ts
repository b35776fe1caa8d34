import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { COUNT_MAX } from '#contract/limits.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { pages } from '#tests/kit/pages.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'

const list = (shop: Shop, query: Record<string, string>) =>
  shop.call('GET', '/api/products', { query })

describeShop('a search', (shop) => {
  const SIZE = 340
  let ids: number[] = []

  beforeAll(async () => {
    // Too many hits to score individually, so that pages are sorted by tier.
    ids = await shop.products(SIZE / 2, { name: 'Velora Lamp', category: 'Electronics' })
    ids.push(
      ...(await shop.products(SIZE / 2, {
        name: 'Desk light',
        description: 'A lamp by Velora',
        category: 'Accessories',
      })),
    )
    await shop.products(30, { name: 'Quintal Kettle', description: 'Boils fast' })
    await shop.sql`update product set sold = id % 7 * 9 where id = any(${ids}::bigint[])`
  })

  it.for(['relevance', 'newest', 'price', 'sold'])(
    'of many hits pages by %s without gap or repeat',
    async (sort) => {
      const all = await pages(shop, { search: 'velora lamp', sort, limit: '60' })

      expect(all.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
    },
  )

  it('of few hits pages by relevance without gap or repeat', async () => {
    const all = await pages(shop, { search: 'kettle', limit: '7' })

    expect(new Set(all.map(({ id }) => id)).size).toBe(30)
    expect(all).toHaveLength(30)
  })

  it('is the same when its words are so common that many hits are expected', async () => {
    const { db } = shop
    const add = (count: number) =>
      sql`update search_word set products = products + ${count} where word in ('quintal', 'kettle')`
    const search = { search: 'quintal kettle', limit: '7' }
    const asUsual = await pages(shop, search)

    await add(10_000).execute(db.run)
    const asExpected = await pages(shop, search).finally(() => add(-10_000).execute(db.run))

    expect(asUsual).toHaveLength(30)
    expect(asExpected).toEqual(asUsual)
  })

  it('counts up to a limit, and says so beyond it', async () => {
    const { db } = shop
    const add = (count: number) =>
      sql`
        update category_count set products = products + ${count}
        where category_id = (select id from category where name = 'Phones')`
    // Each request has a different limit, because a page stays cached until a change is announced.
    const inPhones = async (limit: string) =>
      (await list(shop, { category: 'Phones', limit })).body as ProductPage
    const { total } = await inPhones('1')

    await add(COUNT_MAX - total).execute(db.run)
    const atLimit = await inPhones('2')
    await add(1).execute(db.run)
    const beyond = await inPhones('3').finally(() => add(total - COUNT_MAX - 1).execute(db.run))

    expect(total).toBeLessThan(COUNT_MAX)
    expect(atLimit).toMatchObject({ total: COUNT_MAX, facets: { category: { Phones: COUNT_MAX } } })
    expect(atLimit).not.toHaveProperty('totalIsAtLeast')
    expect(beyond).toMatchObject({
      total: COUNT_MAX,
      totalIsAtLeast: true,
      facets: { category: { Phones: COUNT_MAX } },
    })
  })

  it('puts names before descriptions', async () => {
    const { body } = await list(shop, { search: 'lamp velora', limit: '60' })

    expect(new Set(body.products.map(({ name }: Product) => name))).toEqual(
      new Set(['Velora Lamp']),
    )
    expect(body.total).toBe(SIZE)
    expect(body.facets.category).toEqual({
      Phones: 0,
      Accessories: SIZE / 2,
      Electronics: SIZE / 2,
    })
  })

  it('returns a correction when nothing is found', async () => {
    const misspelled = await list(shop, { search: 'qintral' })
    const tooMuch = await list(shop, { search: 'velora spaceship' })
    const hopeless = await list(shop, { search: 'xyzzyqq' })
    const found = await list(shop, { search: 'velora' })

    expect(misspelled.body).toMatchObject({ total: 0, products: [], didYouMean: 'quintal' })
    expect(tooMuch.body).toMatchObject({ relaxed: true })
    expect(tooMuch.body.products[0].name).toMatch(/velora/i)
    expect(hopeless.body).toMatchObject({ total: 0, didYouMean: null, nextCursor: null })
    expect(found.body).not.toHaveProperty('didYouMean')
  })

  it('reads a range as a price unless it is in the name of a product', async () => {
    await shop.products(2, { name: 'Kessel Lens 70-200mm', price: 900 })
    await shop.products(1, { name: 'Kessel Cap', price: 150 })

    expect((await list(shop, { search: 'kessel 70-200' })).body).toMatchObject({ total: 2 })
    expect((await list(shop, { search: 'kessel 100-200' })).body).toMatchObject({ total: 1 })
    expect((await list(shop, { search: 'kessel $70-$200' })).body).toMatchObject({ total: 1 })
  })

  it('corrects a typo to the nearest word, not to all that sound like it', async () => {
    await shop.products(3, { name: 'Kelvia Pulse' })
    await shop.products(5, { name: 'Pulse', description_ar: 'لكل يوم، كل مرة' })

    expect((await list(shop, { search: 'kelia pulse' })).body.total).toBe(3)
  })

  it('finds a product at once, by its new name after a change, and not after deletion', async () => {
    const total = async (search: string) => (await list(shop, { search })).body.total
    const id = await shop.product({ name: 'Brumbelow Fan', specs: [spec('Blades', '7 carbon')] })

    expect(await total('brumbelow')).toBe(1)
    expect(await total('carbon blades')).toBe(1)
    await shop.sql`update product set name = 'Dorwick Fan' where id = ${id}`
    expect(await total('dorwick')).toBe(1)
    expect(await total('brumbelow')).toBe(0)
    await shop.sql`update product set deleted_at = now() where id = ${id}`
    expect(await total('dorwick')).toBe(0)
    expect(await mismatches(shop)).toEqual({ words: [], wordsByCategory: [], categories: [] })
  })

  it('counts products with all of its words, or with another form of one', async () => {
    await shop.products(3, { name: 'Brass Kettles', category: 'Accessories' })
    const counted = async (search: string) => {
      const { total, facets } = (await list(shop, { search, sort: 'newest' })).body
      return [total, facets.category]
    }

    expect(await counted('velora light')).toEqual([
      SIZE / 2,
      { Phones: 0, Accessories: SIZE / 2, Electronics: 0 },
    ])
    expect(await counted('kettle')).toMatchObject([33, { Accessories: 3 }])
    expect(await counted('light')).toMatchObject([SIZE / 2, { Accessories: SIZE / 2 }])
  })
})

describeShop('bad input to search', (shop) => {
  beforeAll(() => shop.products(40, { name: 'Orvane One Pro' }))

  it.for([
    '*',
    'orvane*',
    '%_%',
    "'; drop table product; --",
    "orvane' & 'x",
    'orvane & !one | (pro <-> lite):*A',
    '((((((((',
    '\\',
    '\u0001\u0007\u001b[31m',
    '📱',
    '📱 orvane 👍🏽',
    'orvane \u202Eenavro\u202C أورفان',
    '\u200F\u200E\u2066\u2069',
    'أورفان one ون pro',
    '\uD800',
    'a'.repeat(200),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z'.repeat(3),
    'ا'.repeat(200),
    '0'.repeat(200),
    '__proto__ constructor',
    'null',
    '-1',
  ])('answers %j with a page', async (search) => {
    for (const path of ['/api/products', '/api/products/suggest']) {
      const answer = await shop.call('GET', path, { query: { search, q: search } })

      expect(answer.status).toBe(200)
    }
  })

  it('refuses an overlong or broken query, naming the field', async () => {
    const refused: Array<[string, Record<string, string>]> = [
      ['search', { search: 'x'.repeat(10_000) }],
      ['search', { search: 'a\0b' }],
      ['cursor', { search: 'orvane', cursor: cursor(['sold', 1, 1]) }],
      ['cursor', { search: 'orvane', cursor: cursor(['newest', 1, 1]) }],
      ['cursor', { search: 'orvane', cursor: cursor(['ranked', '1', 1]) }],
      ['cursor', { search: 'orvane', sort: 'price', cursor: cursor(['ranked', 1, 1]) }],
    ]
    for (const [field, query] of refused) {
      const answer = await list(shop, query)

      expect([query, answer.status]).toEqual([query, 422])
      expect(Object.keys(answer.body.errors)).toEqual([field])
    }
    const suggestion = await shop.call('GET', '/api/products/suggest', {
      query: { q: 'x'.repeat(10_000) },
    })
    expect(suggestion.status).toBe(422)
    expect((await shop.call('GET', '/api/products/suggest')).status).toBe(422)
  })

  it('answers impossible filters with an empty page', async () => {
    for (const search of ['', 'orvane']) {
      const answer = await list(shop, { search, minPrice: '20', maxPrice: '10' })

      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ products: [], total: 0, nextCursor: null })
    }
  })

  it.for(['ranked', 'tiered'])('accepts any cursor of its own: %s', async (order) => {
    for (const place of [0, 1, 117, 1e15]) {
      const answer = await list(shop, { search: 'orvane', cursor: cursor([order, place, place]) })

      expect(answer.status).toBe(200)
    }
  })
})

describeShop('an order', (shop) => {
  it('leaves searchable data alone, except for the last unit', async () => {
    const { token } = await shop.customer()
    const id = await shop.product({ name: 'Herzog Radio', stock: 3 })
    const version = async () => {
      const rows = await shop.sql<{ row: string; in_stock: boolean }>`
          select ctid::text || xmin::text as row, in_stock from product_search
          where product_id = ${id}`
      return rows[0]
    }
    const before = await version()

    await order(2)
    expect(await version()).toEqual(before)
    await order(1)
    expect((await version())?.in_stock).toBe(false)

    async function order(quantity: number) {
      const body = { orders: [{ Product: id, quantity }] }
      const answer = await shop.call('POST', '/api/user/order', { token, body })
      expect(answer.status).toBe(201)
    }
  })
})

describeShop('an update of stock', (shop) => {
  it('stays within its page and touches no index', async () => {
    await shop.products(20, { stock: 1000 })
    await shop.sql`vacuum full product`
    const updates = 30
    for (let at = 0; at < updates; at++) {
      await shop.sql`update product set reserved = reserved + 1, updated_at = now() where id = (
          select min(id) from product)`
    }

    const [figures] = await settledFigures(shop, updates)
    expect(figures?.hot).toBeGreaterThanOrEqual(updates * 0.9)
  })
})

/** Waits for the update counts, which reach PostgreSQL's statistics a moment after the transaction. */
async function settledFigures(shop: Shop, updates: number) {
  const read = () =>
    shop.sql<{ updates: number; hot: number }>`
      select n_tup_upd as updates, n_tup_hot_upd as hot from pg_stat_user_tables
      where relname = 'product'`
  await expect
    .poll(async () => (await read())[0]?.updates ?? 0, { timeout: 60_000, interval: 100 })
    .toBeGreaterThanOrEqual(updates)
  return read()
}

/** Words and categories whose stored counts differ from their actual number of products. */
async function mismatches(shop: Shop) {
  const words = await shop.sql`
    select word, w.products, s.ndoc from search_word w
    full join ts_stat('select words from product_search') s using (word)
    where left(word, 1) <> '=' and coalesce(w.products, 0) <> coalesce(s.ndoc, 0)`
  const wordsByCategory = await shop.sql`
    select word, w.category_id, w.products, s.products as had from search_word_category w
    full join (
      select word, category_id, count(*) as products
      from product_search cross join lateral unnest(tsvector_to_array(words)) word
      where left(word, 1) <> '=' group by word, category_id
    ) s using (word, category_id)
    where coalesce(w.products, 0) <> coalesce(s.products, 0)`
  const categories = await shop.sql`
    select category_id, products from category_count k
    where products <> (select count(*) from product p
      where p.category_id = k.category_id and p.deleted_at is null)`
  return { words, wordsByCategory, categories }
}

function spec(label: string, value: string) {
  return { key: label, label, label_ar: label, value, value_ar: value }
}

function cursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
