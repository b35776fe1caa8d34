import { expect, test } from 'vitest'
import { plainAmount, totalOf } from './total.ts'

test('the total is the sum of price times quantity, exact to the cent', () => {
  expect(totalOf([])).toBe(0)
  expect(
    totalOf([
      { price: 19.99, quantity: 3 },
      { price: 0.1, quantity: 2 },
    ]),
  ).toBe(60.17)
})

test('a plain amount has decimals only when it needs them', () => {
  expect(plainAmount(1548)).toBe('1548')
  expect(plainAmount(39.5)).toBe('39.50')
})
