/** The queue of concurrent searches. */
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import type { Handle } from '../../platform/db/database.ts'
import { createCatalog } from '../catalog.ts'
import { createCatalogChanges } from '../catalog-changes.ts'

describeShop('searches at once', (shop) => {
  it('queue, but lists and suggestions do not wait for them; on one connection none queues', async () => {
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
    const isAlone = shop.engine === 'pglite'

    const searches = Array.from({ length: 6 }, () => catalog.search({ search: 'velora' }))
    await expect.poll(() => begun).toBe(isAlone ? 6 : 4)
    const others = [
      catalog.search({ category: 'Phones' }),
      catalog.search({ search: ' ' }),
      catalog.suggest('vel', undefined),
    ]
    await expect.poll(() => begun).toBe(isAlone ? 9 : 7)

    answered.resolve()
    expect(await Promise.all(searches)).toHaveLength(6)
    expect(await Promise.all(others)).toHaveLength(3)
  })
})
