import { expect, it } from 'vitest'
import { numberIn, readDecimal } from './read-decimal.ts'

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

it.for([
  ['1,299', 1299],
  ['12,50', 12.5],
  ['١٢٫٥', 12.5],
  ['', Number.NaN],
  ['ten', Number.NaN],
] as const)('reads %s in a field as %d', ([typed, number]) => {
  expect(numberIn(typed)).toBe(number)
})
