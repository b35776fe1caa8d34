import { expect, test } from 'vitest'
import { buttonAmount, totalOf } from './total.ts'

test('the total is the sum of price times quantity, exact to the cent', () => {
  expect(totalOf([])).toBe(0)
  expect(
    totalOf([
      { price: 19.99, quantity: 3 },
      { price: 0.1, quantity: 2 },
    ]),
  ).toBe(60.17)
})

test('the amount on the order button has decimals only when it needs them', () => {
  expect(buttonAmount(1548)).toBe('1548$')
  expect(buttonAmount(39.5)).toBe('39.50$')
})
