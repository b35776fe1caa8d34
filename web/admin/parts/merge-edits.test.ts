import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const BASE = { name: 'Lamp', seller: 'Barq', price: 10, places: ['AE'], version: 'a' }
const mine = (fields: object) => {
  const { version: _, ...form } = { ...BASE, ...fields }
  return form
}

test('what only one of two people changed is kept from each', () => {
  const newest = { ...BASE, places: ['AE', 'OM'], version: 'b' }
  expect(mergeEdits(BASE, newest, mine({ price: 12, places: ['AE'] }))).toEqual({
    form: { name: 'Lamp', seller: 'Barq', price: 12, places: ['AE', 'OM'] },
    theirs: {},
    mine: {},
  })
})

test('what both changed is shown from both, and mine is saved', () => {
  const merged = mergeEdits(BASE, { ...BASE, price: 11, name: 'Light' }, mine({ price: 12 }))
  expect(merged.form).toMatchObject({ price: 12, name: 'Light' })
  expect([merged.theirs, merged.mine]).toEqual([{ price: 11 }, { price: 12 }])
})

test('the same change by both is no conflict', () => {
  expect(mergeEdits(BASE, { ...BASE, price: 12 }, mine({ price: 12 }))).toMatchObject({
    theirs: {},
    mine: {},
  })
})

test('a name that serves both languages is one change', () => {
  const base = { name: 'Lamp', name_ar: 'Lamp' }
  const typed = { name: 'Lamp', name_ar: '' }
  expect(mergeEdits(base, { name: 'Light', name_ar: 'Light' }, typed)).toEqual({
    form: { name: 'Light', name_ar: 'Light' },
    theirs: {},
    mine: {},
  })
})

test('a field that the entity lacks stays mine', () => {
  const merged = mergeEdits(BASE, { ...BASE, price: 11 }, mine({ specs: ['new'] }))
  expect(merged).toEqual({ form: mine({ price: 11, specs: ['new'] }), theirs: {}, mine: {} })
})
