import { expect, test } from 'vitest'
import type { AdminProductRow } from '#contract/admin/products.ts'
import { planChanges } from './bulk-changes.ts'

const product = (fields: Partial<AdminProductRow>) =>
  ({
    id: 1,
    version: 4,
    price: 19.99,
    compare_at_price: null,
    on_hand: 5,
    reserved: 2,
    category: 'Phones',
    brand: null,
    sub_category: 8,
    family: null,
    deleted_at: null,
    ...fields,
  }) as AdminProductRow

const changesOf = (...args: Parameters<typeof planChanges>) =>
  planChanges(...args).map(({ change, undo }) => ({ change, undo }))

test('a percentage is rounded to cents, and never gives anything away', () => {
  const cheap = product({ id: 2, price: 0.01 })
  expect(changesOf([product({}), cheap], 'percent', -10)).toEqual([
    { change: { id: 1, version: 4, price: 17.99 }, undo: { id: 1, price: 19.99 } },
  ])
  expect(changesOf([product({})], 'price', 0)).toMatchObject([{ change: { price: 0.01 } }])
})

test('a compare-at price that is no longer higher is removed, and undo restores it', () => {
  const reduced = product({ compare_at_price: 25 })
  expect(changesOf([reduced], 'price', 25)).toEqual([
    {
      change: { id: 1, version: 4, price: 25, compare_at_price: null },
      undo: { id: 1, price: 19.99, compare_at_price: 25 },
    },
  ])
  expect(changesOf([reduced], 'price', 24.99)[0]?.change).not.toHaveProperty('compare_at_price')
})

test('stock is set from what was read, but never below what orders have reserved', () => {
  expect(changesOf([product({})], 'stock', 9)).toEqual([
    {
      change: { id: 1, version: 4, on_hand: { from: 5, to: 9 } },
      undo: { id: 1, on_hand: { from: 9, to: 5 } },
    },
  ])
  expect(changesOf([product({})], 'stock', 1)).toEqual([])
})

test('a product that already has the value, or no value, changes nothing', () => {
  expect(changesOf([product({})], 'price', 19.99)).toEqual([])
  expect(changesOf([product({})], 'brand', null)).toEqual([])
  expect(changesOf([product({})], 'stock', Number.NaN)).toEqual([])
})

test('another category leaves the subcategory behind; a variant group keeps its own', () => {
  expect(changesOf([product({}), product({ family: 3 })], 'category', 'Electronics')).toEqual([
    {
      change: { id: 1, version: 4, category: 'Electronics' },
      undo: { id: 1, category: 'Phones', sub_category: 8 },
    },
  ])
})

test('hiding and showing change only products that differ; hidden products can only be shown', () => {
  const both = [product({}), product({ id: 2, deleted_at: '2026-11-20T10:00:00Z' })]
  expect(changesOf(both, 'visibility', false)).toEqual([
    { change: { id: 1, version: 4, hidden: true }, undo: { id: 1, hidden: false } },
  ])
  expect(changesOf(both, 'visibility', true)).toEqual([
    { change: { id: 2, version: 4, hidden: false }, undo: { id: 2, hidden: true } },
  ])
  expect(changesOf(both, 'price', 5).map(({ change }) => change.id)).toEqual([1])
})
