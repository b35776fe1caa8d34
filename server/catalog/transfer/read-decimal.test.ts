import { afterEach, describe, expect, it } from 'vitest'
import { setCurrency, USD } from '#contract/money.ts'
import { readAmount, readDecimal } from './read-decimal.ts'

it.for([
  ['12', 12],
  ['10,50', 10.5],
  ['10.5', 10.5],
  ['1299,00', 1299],
  ['1299.000', 1299],
  ['0,125', 0.125],
  ['0.125', 0.125],
  [',5', 0.5],
  ['1,299.00', 1299],
  ['1.299,00', 1299],
  ['1.299.000', 1_299_000],
  ['1 299,00', 1299],
  ["1'299.50", 1299.5],
  ['١٬٢٩٩٫٥٠', 1299.5],
  ['۱۲', 12],
  ['\u200F19.90\u200E', 19.9],
  ['−4', -4],
  ['1e-7', 1e-7],
  ['1.000', { whole: '1000', part: '1.00' }],
  ['1,299', { whole: '1299', part: '1.2990' }],
  ['-1,000', { whole: '-1000', part: '-1.00' }],
  ['1,29,900.00', null],
  ['12 34', null],
  ['1.2.3', null],
  ['1.299.00', null],
  ['0x10', null],
  ['ten', null],
] as const)('reads %s where it has one meaning', ([cell, meaning]) => {
  expect(readDecimal(cell, false)).toEqual(
    typeof meaning === 'number' ? { number: meaning } : meaning,
  )
})

it('takes a point for the decimal mark in a file of commas, and asks about a comma', () => {
  expect(readDecimal('1.000', true)).toEqual({ number: 1 })
  expect(readDecimal('1,000', true)).toEqual({ whole: '1000', part: '1.00' })
})

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
