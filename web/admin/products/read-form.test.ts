import { expect, test } from 'vitest'
import { valuesOf } from '../parts/form-values.ts'
import { readForm } from './read-form.ts'

function read(fields: [string, string][]) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return readForm(valuesOf(data))
}

test('empty optional fields are null, so that an old price can be removed', () => {
  const form = read([
    ['price', '12.50'],
    ['compare_at_price', ''],
    ['sku', ' '],
  ])
  expect(form).toMatchObject({ price: 12.5, compare_at_price: null, sku: null })
})

test('a new specification gets a unique key, and missing Arabic texts stay empty', () => {
  const form = read([
    ['spec', '1'],
    ['spec-1-label', 'Battery life'],
    ['spec-1-value', '20 h'],
    ['spec', '2'],
    ['spec-2-label', 'Battery life'],
    ['spec-2-label_ar', 'البطارية'],
    ['spec-2-value', '3 h'],
  ])
  expect(form.specs).toEqual([
    {
      key: 'battery-life',
      label: 'Battery life',
      label_ar: '',
      value: '20 h',
      value_ar: '',
    },
    {
      key: 'battery-life-2',
      label: 'Battery life',
      label_ar: 'البطارية',
      value: '3 h',
      value_ar: '',
    },
  ])
})

test('attributes are read by their kinds; what is empty is left out', () => {
  const form = read([
    ['has-attributes', '1'],
    ['brand', '3'],
    ['sub_category', ''],
    ['number-7', '256.5'],
    ['number-8', ''],
    ['boolean-9', 'no'],
    ['choice-10', '31'],
    ['text-11', 'K9'],
    ['text-11_ar', ''],
  ])
  expect(form).toMatchObject({
    brand: 3,
    sub_category: null,
    attributes: [
      { attribute: 7, number: 256.5 },
      { attribute: 9, is_true: false },
      { attribute: 10, choice: 31 },
      { attribute: 11, text: 'K9', text_ar: 'K9' },
    ],
  })
})

test('without the fields of attributes, they stay as they are', () => {
  expect(read([])).not.toHaveProperty('attributes')
})
