import { expect, test } from 'vitest'
import { changesOf } from './changes-of.ts'

test('an edit lists each field before and after, with money in dollars', () => {
  expect(changesOf({ price_cents: 1999, name: 'A' }, { price_cents: 2500, name: 'B' })).toEqual([
    { field: 'price', was: '$19.99', is: '$25.00' },
    { field: 'name', was: 'A', is: 'B' },
  ])
})

test('a created thing has no values before, a deleted one has none after', () => {
  expect(changesOf(null, { name: 'A' })).toEqual([{ field: 'name', was: null, is: 'A' }])
  expect(changesOf({ sku: null, name: 'A' }, null)).toEqual([
    { field: 'sku', was: null, is: null },
    { field: 'name', was: 'A', is: null },
  ])
})
