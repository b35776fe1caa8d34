import { expect, test } from 'vitest'
import { changesOf } from './changes-of.ts'

const list = (before: unknown, after: unknown) =>
  changesOf(before, after, (_field, value) => (value == null ? null : JSON.stringify(value)))

test('an edit lists each field before and after', () => {
  expect(list({ price_cents: 1999, name: 'A', id: 1 }, { price_cents: 2500, name: 'B' })).toEqual([
    { field: 'price_cents', was: '1999', is: '2500' },
    { field: 'name', was: '"A"', is: '"B"' },
  ])
})

test('a created thing has no values before, a deleted one has none after', () => {
  expect(list(null, { name: 'A' })).toEqual([{ field: 'name', was: null, is: '"A"' }])
  expect(list({ sku: null, name: 'A' }, null)).toEqual([{ field: 'name', was: '"A"', is: null }])
})

test('of two lists only what differs is shown, of one in another order everything', () => {
  expect(list({ axes: [1, 2, 3] }, { axes: [3, 4, 1] })).toEqual([
    { field: 'axes', was: '[2]', is: '[4]' },
  ])
  expect(list({ ids: [1, 2] }, { ids: [2, 1] })).toEqual([
    { field: 'ids', was: '[1,2]', is: '[2,1]' },
  ])
})
