import { afterEach, describe, expect, it } from 'vitest'
import { setCurrency, USD } from '#contract/money.ts'
import { readAmount } from './read-amount.ts'

it.for(['$1299', '1299 $', 'US$1,299.00', '1299.00 USD', 'usd 1299', '١٢٩٩ دولار'])(
  'reads %s as an amount',
  (cell) => {
    expect(readAmount(cell)).toEqual({ amount: 1299 })
  },
)

it.for(['1299 €', '-5', '$'])('refuses %s as an amount, and says what to write', (cell) => {
  expect(readAmount(cell)).toEqual({
    amount: cell,
    reason: {
      id: 'error.cellAmount',
      values: { value: cell, currency: 'USD', example: '1299.50' },
    },
  })
})

describe('an amount of another currency', () => {
  afterEach(() => setCurrency(USD))

  it.for([
    ['KWD', 3, '1.500', 1.5],
    ['KWD', 3, 'KWD 12.500', 12.5],
    ['KWD', 3, '12.500 د.ك.', 12.5],
    ['EUR', 2, '12,50 €', 12.5],
    ['JPY', 0, '¥1,200', 1200],
    ['JPY', 0, '1.200', 1200],
  ] as const)('of %s with %i decimals, %s, is %d', ([code, digits, cell, amount]) => {
    setCurrency({ code, digits })
    expect(readAmount(cell)).toEqual({ amount })
  })

  it('is refused with the name of the currency', () => {
    setCurrency({ code: 'EUR', digits: 2 })
    const values = { value: '12.00 USD', currency: 'EUR', example: '1299.50' }
    expect(readAmount('12.00 USD').reason).toEqual({ id: 'error.cellAmount', values })
  })
})
