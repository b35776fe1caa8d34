/** The price history that the database records, and what customers see of a price reduction. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { NewProduct, ShopDetails } from '#contract/admin.ts'
import type { Product } from '#contract/catalog.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { inTransaction } from '../platform/db/database.ts'

const LAMP: NewProduct = { name: 'Lamp', category: 'Electronics', price: 100, stock: 5 }

describeShop('the price of a product', (shop) => {
  let admin: Person
  let id: number

  const staff = async (method: string, path: string, body?: unknown) => {
    const answer = await shop.call(method, `/api/admin${path}`, { token: admin.token, body })
    expect(answer.status).toBeLessThan(300)
    return answer.body.data
  }
  const found = () => staff('GET', `/products/${id}`)
  const edit = async (fields: Partial<NewProduct>) => {
    const { version } = await found()
    return staff('PUT', `/products/${id}`, { ...LAMP, ...fields, version })
  }
  const history = async () =>
    (await found()).prices.map(({ price }: { price: number }) => price).reverse()
  /** Backdates the price history by a number of days. */
  const wait = (days: number) =>
    shop.sql`update price_history set since = since - ${days} * interval '1 day'`
  const show = async (prior_prices: ShopDetails['prior_prices']) =>
    staff('PUT', '/shop-details', { ...(await staff('GET', '/shop-details')), prior_prices })
  const shown = async (): Promise<Product> => (await shop.call('GET', `/api/products/${id}`)).body
  /** The number of statements waiting for a lock on a product. */
  const waiting = async () => {
    const rows = await shop.sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update product set%'
        and datname = current_database()`
    return rows.length
  }
  const prior = async () => (await shown()).prior_price

  beforeAll(async () => {
    admin = await shop.admin()
  })
  beforeEach(async () => {
    await show('shown')
    id = (await staff('POST', '/products', LAMP)).id
    await wait(60)
  })
  shop.keepInvariants()

  it('follows the one before it when the clock was set back', async () => {
    await shop.sql`
      update price_history set since = now() + interval '1 hour' where product_id = ${id}`
    await edit({ price: 90 })
    expect(await history()).toEqual([100, 90])
  })

  it('is kept by whichever way it changes, and only when it changes', async () => {
    const { version } = await edit({ price: 90 })
    const changes = [{ id, version, price: 80 }]
    await staff('POST', '/products/changes', { changes })
    await shop.sql`update product set price_cents = 7000 where id = ${id}`
    await edit({ name: 'Lantern', price: 70 })
    expect(await history()).toEqual([100, 90, 80, 70])
    expect((await found()).prices[0]).toMatchObject({ price: 70, since: expect.any(String) })
  })

  it('has the lowest of the 30 days before its reduction beside it, in every list', async () => {
    expect(await prior()).toBeUndefined()
    await edit({ price: 80, compare_at_price: 120 })
    const reduced = { price: 80, compare_at_price: 120, prior_price: 100 }
    expect(await shown()).toMatchObject(reduced)
    const { token } = await shop.customer()
    await shop.call('POST', '/api/user/cart', { token, body: { cart: id } })
    const reads = await Promise.all(
      ['/api/', '/api/products', `/api/products/compare?ids=${id}`].map(
        async (path) => (await shop.call('GET', path, { token })).body,
      ),
    )
    for (const { products } of reads) {
      expect(products.find((one: Product) => one.id === id)).toMatchObject(reduced)
    }
    expect(reads[0].carts).toMatchObject([reduced])
    // The prior price stays, however long the reduction lasts.
    await wait(90)
    await edit({ price: 80, compare_at_price: 130 })
    expect(await prior()).toBe(100)
  })

  it.for<[string, steps: Record<number, number>, number]>([
    ['reduced in steps is compared with the step before', { 0: 90, 5: 80 }, 90],
    ['raised before it is reduced is compared with what it was', { 0: 130, 5: 110 }, 100],
    ['raised long before is compared with what it was raised to', { 0: 130, 31: 110 }, 130],
    ['reduced and put back is compared with the reduced one', { 0: 60, 2: 100, 3: 90 }, 60],
  ])('%s', async ([, steps, expected]) => {
    for (const [days, price] of Object.entries(steps)) {
      await wait(Number(days))
      await edit({ price, compare_at_price: 200 })
    }
    expect(await prior()).toBe(expected)
  })

  it('that was not higher before is no reduction where that is required', async () => {
    await show('required')
    await edit({ price: 80, compare_at_price: 150 })
    expect(await shown()).toMatchObject({ compare_at_price: 100, prior_price: 100 })
    // Staff see the compare-at price that they entered.
    expect(await found()).toMatchObject({ compare_at_price: 150 })
    await edit({ price: 90, compare_at_price: 150 })
    const plain = await shown()
    expect(plain).toMatchObject({ price: 90, compare_at_price: null })
    expect(plain).not.toHaveProperty('prior_price')
    // The setting takes effect immediately, even on cached responses.
    await show('shown')
    expect(await shown()).toMatchObject({ compare_at_price: 150, prior_price: 80 })
    await show(null)
    expect(await prior()).toBeUndefined()
  })

  it('that nothing was before, or that is called reduced later, has none to show or is its own', async () => {
    id = (await staff('POST', '/products', { ...LAMP, compare_at_price: 150 })).id
    expect(await prior()).toBeUndefined()
    await edit({ compare_at_price: null })
    await edit({ compare_at_price: 150 })
    expect(await prior()).toBe(100)
    await show('required')
    expect(await shown()).toMatchObject({ compare_at_price: null })
  })

  it('that two change at once has both, one after the other', async () => {
    const set = (price: number) => sql`
      update product set price_cents = ${price}, compare_at_cents = 20000 where id = ${id}`
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = inTransaction(shop.db, async (tx) => {
      await set(6000).execute(tx)
      held.resolve()
      await end.promise
    })
    await held.promise
    const second = set(8000).execute(shop.db.run)
    await expect.poll(waiting).toBe(1)
    end.resolve()
    await Promise.all([first, second])
    expect(await history()).toEqual([100, 60, 80])
    expect(await prior()).toBe(60)
  })
})
