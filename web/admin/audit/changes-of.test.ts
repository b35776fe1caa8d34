import { expect, test } from 'vitest'
import { changesOf } from './changes-of.ts'

test('an edit names each field as it was and as it is, money in dollars', () => {
  expect(changesOf({ price_cents: 1999, name: 'A' }, { price_cents: 2500, name: 'B' })).toEqual([
    { field: 'price', was: '$19.99', is: '$25.00' },
    { field: 'name', was: 'A', is: 'B' },
  ])
})

test('something new was nothing before, something removed is nothing now', () => {
  expect(changesOf(null, { name: 'A' })).toEqual([{ field: 'name', was: null, is: 'A' }])
  expect(changesOf({ sku: null, name: 'A' }, null)).toEqual([
    { field: 'sku', was: null, is: null },
    { field: 'name', was: 'A', is: null },
  ])
})
