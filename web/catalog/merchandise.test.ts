import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { availableFirst, isNew } from './merchandise.ts'

function product(rest: Partial<Product>): Product {
  return { id: 1, price: 100, compare_at_price: null, quantity: 1, ...rest } as Product
}

test('a product is new for 30 days', () => {
  const now = Date.parse('2026-11-30T12:00:00Z')
  expect(isNew(product({ created_at: '2026-11-01T00:00:00Z' }), now)).toBe(true)
  expect(isNew(product({ created_at: '2026-10-31T11:59:59Z' }), now)).toBe(false)
})

test('available products keep their order and come before sold-out ones', () => {
  const list = [product({ id: 1, quantity: 0 }), product({ id: 2 }), product({ id: 3 })]
  expect(availableFirst(list).map(({ id }) => id)).toEqual([2, 3, 1])
})
