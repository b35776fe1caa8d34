import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { NO_FILTERS } from '../listing/filters.ts'
import { countHits } from './counts.ts'

describeShop('the stored count of a word', (shop) => {
  it('equals an exact count', async () => {
    await shop.product({ name: 'Desk lamp light', category: 'Phones' })
    await shop.product({ name: 'A desk without a lamp', category: 'Accessories' })
    for (const word of ['lamp', 'light', 'nowhere']) {
      const count = (only: string | null) =>
        countHits(shop.db.run, { any: `'${word}'`, only }, NO_FILTERS)

      expect(await count(word)).toEqual(await count(null))
    }
  })
})
