import { expect, it } from 'vitest'
import { COUNT_MAX } from '../../../contract/limits.ts'
import { recountProducts } from '../../../server/demo/clear-demo.store.ts'
import { inTransaction } from '../../../server/platform/db/database.ts'
import { checkInvariants } from '../../../tests/kit/invariants.ts'
import { describeShop } from '../../../tests/kit/shop.ts'
import { generateProducts } from './generate-products.ts'
import { generatedProduct } from './generated-catalog.ts'

it('generates the same product from the same seed, and another from another', () => {
  expect(generatedProduct(1, 5)).toEqual(generatedProduct(1, 5))
  expect(generatedProduct(2, 5)).not.toEqual(generatedProduct(1, 5))
})

describeShop('generated products', (shop) => {
  // Generates enough products for the bulk path.
  it('can be listed, found and counted like any other', async () => {
    const { id: userId } = await shop.admin()
    const shares: number[] = []
    const settings = { count: 20_000, seed: 1, userId }

    await generateProducts(shop.db, { ...settings, progress: (share) => shares.push(share) })

    const { name, seller } = generatedProduct(1, 12_345)
    const found = await shop.call('GET', '/api/products', {
      query: { search: name.slice(0, 100), limit: '1' },
    })
    expect(found.body.products[0]).toMatchObject({ name, seller })
    const { body } = await shop.call('GET', '/api/products')
    expect(body).toMatchObject({ total: COUNT_MAX, totalIsAtLeast: true })
    const counted = await shop.sql`
      select sum(products)::integer as products from category_count`
    expect(counted).toEqual([{ products: 20_000 }])
    expect(shares[0]).toBe(0)
    expect(shares.at(-1)).toBe(1)
    const rows = await shop.sql<{ missing: number }>`
      select count(*) as missing from product_search s
      where not exists (select from search_word where word = any(tsvector_to_array(s.words)))`
    expect(rows[0]?.missing).toBe(0)
    const uncounted = await shop.sql`
      select word from search_word w where w.products <> coalesce(
        (select sum(k.products) from search_word_category k where k.word = w.word), 0)`
    expect(uncounted).toEqual([])
    const indexes = await shop.sql`
      select from pg_indexes where indexname in ('product_newest', 'product_search_words')`
    expect(indexes).toHaveLength(2)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('keep their opening figures after orders and ratings, and after the demo is cleared', async () => {
    const rows = await shop.sql<{ id: number; sold: number; rating_count: number }>`
      select id, sold, rating_count from product
      where on_hand > 0 and rating_count > 0 order by id limit 1`
    const before = rows[0] ?? { id: 0, sold: 0, rating_count: 0 }
    const [admin, { token }] = await Promise.all([shop.admin(), shop.customer()])
    const ordered = await shop.call('POST', '/api/user/order', {
      token,
      body: { orders: [{ Product: before.id }] },
    })
    const orderId = ordered.body.data[0].id
    await shop.call('POST', `/api/admin/orders/${orderId}/confirm`, { token: admin.token })
    await shop.call('POST', `/api/user/order/${orderId}/payment`, { token })
    await shop.call('POST', '/api/user/rate', { token, body: { productId: before.id, rating: 4 } })
    expect(await checkInvariants(shop.db.run)).toEqual([])

    await inTransaction(shop.db, (tx) => recountProducts(tx, [before.id]))

    const after = await shop.sql`
      select sold, rating_count, written_off from product where id = ${before.id}`
    expect(after).toEqual([
      { sold: before.sold + 1, rating_count: before.rating_count + 1, written_off: 0 },
    ])
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })
})
