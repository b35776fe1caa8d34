import { expect, test } from 'vitest'
import type { AdminFamily } from '#contract/admin/families.ts'
import { keyOf, missingCombinations, readNumbers } from './combinations.ts'

const choice = (id: number) => ({ id, name: `${id}`, name_ar: `${id}`, swatch: null })
const family = {
  axes: [{ id: 7 }, { id: 9 }],
  products: [
    {
      values: [
        { number: 128, is_true: null, choice: null },
        { number: null, is_true: null, choice: choice(31) },
      ],
    },
  ],
} as unknown as AdminFamily

test('the combinations that no product has are left', () => {
  const missing = missingCombinations(family, [
    [
      { attribute: 7, number: 128 },
      { attribute: 7, number: 256 },
    ],
    [
      { attribute: 9, choice: 31 },
      { attribute: 9, choice: 32 },
    ],
  ])
  expect(missing.map((one) => one.map(keyOf).join(' '))).toEqual([
    '7:128 9:32',
    '7:256 9:31',
    '7:256 9:32',
  ])
})

test('without a value of every axis there is none', () => {
  expect(missingCombinations(family, [[{ attribute: 7, number: 1 }], []])).toEqual([])
})

test('numbers are read with any separator, once each', () => {
  expect(readNumbers('128, 256 512،128; x')).toEqual([128, 256, 512])
})
