import { expect, test } from 'vitest'
import { taxWithin } from './tax.ts'

test.for([
  [10_500, 5, 500],
  [0, 5, 0],
  [1, 100, 1],
  [11_900, 19, 1_900],
  [999, 8.25, 76],
])('%i cents contain at %d percent a tax of %i', ([cents = 0, percent = 0, tax = 0]) => {
  expect(taxWithin(cents, percent)).toBe(tax)
})
