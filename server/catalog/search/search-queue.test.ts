import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import type { Handle } from '../../platform/db/database.ts'
import { createCatalog } from '../catalog.ts'
import { createCatalogChanges } from '../catalog-changes.ts'

describeShop('searches at once', (shop) => {
  /** A catalog whose statements complete only once `answered` is resolved; `begun` returns how many have begun. */
  function held() {
    const answered = Promise.withResolvers<void>()
    let begun = 0
    const run = shop.db.run.withPlugin({
      transformQuery({ node }) {
        begun++
        return node
      },
      async transformResult({ result }) {
        await answered.promise
        return result
      },
    }) as Handle
    const catalog = createCatalog({ ...shop.db, run }, createCatalogChanges(), {
      asksToConfirm: false,
      forgetLists: () => {},
    })
    return { answered, begun: () => begun, catalog }
  }

  it('queue, but lists and suggestions do not wait for them', async () => {
    const { answered, begun, catalog } = held()

    const searches = Array.from({ length: 6 }, () => catalog.search({ search: 'velora' }))
    await expect.poll(begun).toBe(4)
    const others = [
      catalog.search({ category: 'Phones' }),
      catalog.search({ search: ' ' }),
      catalog.suggest('vel', undefined),
    ]
    await expect.poll(begun).toBe(7)

    answered.resolve()
    expect(await Promise.all(searches)).toHaveLength(6)
    expect(await Promise.all(others)).toHaveLength(3)
  })

  it('leave connections to others, too, while lists must be filtered by the database', async () => {
    const { answered, begun, catalog } = held()
    // The catalog is not started, so its tables have not been read.
    const lists = Array.from({ length: 6 }, (_, n) => catalog.search({ minRating: 2, minPrice: n }))
    await expect.poll(begun).toBe(4)
    const other = catalog.search({ category: 'Phones' })
    await expect.poll(begun).toBe(5)

    answered.resolve()
    expect(await Promise.all([...lists, other])).toHaveLength(7)
  })
})
