import { expect, test } from 'vitest'
import type { AdminProduct, ProductForm } from '#contract/admin/products.ts'
import { mergeEdits } from './merge-edits.ts'

const BASE = { name: 'Lamp', seller: 'Barq', price: 10, brand: null } as AdminProduct
const mine = (fields: Partial<ProductForm>) =>
  ({ name: 'Lamp', category: undefined, seller: 'Barq', price: 10, ...fields }) as ProductForm

test('what only one of two people changed is kept from each', () => {
  const merged = mergeEdits(BASE, { ...BASE, seller: 'Orvane' }, mine({ price: 12 }))
  expect(merged).toMatchObject({ form: { seller: 'Orvane', price: 12 }, theirs: {}, mine: {} })
})

test('what both changed is shown from both, and mine is saved', () => {
  const merged = mergeEdits(BASE, { ...BASE, price: 11, name: 'Light' }, mine({ price: 12 }))
  expect(merged.form).toMatchObject({ price: 12, name: 'Light' })
  expect([merged.theirs, merged.mine]).toEqual([{ price_cents: 1100 }, { price_cents: 1200 }])
})

test('the same change by both is no conflict', () => {
  expect(mergeEdits(BASE, { ...BASE, price: 12 }, mine({ price: 12 }))).toMatchObject({
    ...{ theirs: {}, mine: {} },
  })
})
