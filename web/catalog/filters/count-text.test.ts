import { expect, it } from 'vitest'
import { countText } from './count-text.ts'

it('says the limit for what is beyond it', () => {
  expect([0, 9999, 10_000].map(countText)).toEqual(['0', '9999', '10,000+'])
})
