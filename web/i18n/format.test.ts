import { expect, test } from 'vitest'
import { dateParts, formatPrice, formatRating, soldPercent } from './format.ts'

test('a price has two decimals and separated thousands', () => {
  expect(formatPrice(1299)).toBe('$1,299.00')
  expect(formatPrice(39.5)).toBe('$39.50')
})

test('a product that nobody rated shows 0.00', () => {
  expect(formatRating(null)).toBe('0.00')
  expect(formatRating(4.6)).toBe('4.60')
})

test('the sold percentage is of all units ever, and 0 without any', () => {
  expect(soldPercent(64, 36)).toBe(64)
  expect(soldPercent(1, 2)).toBe(33)
  expect(soldPercent(0, 0)).toBe(0)
})

test('twelve-hour time distinguishes noon and midnight', () => {
  const at = (hour: number) => dateParts(new Date(2026, 10, 2, hour, 5).toISOString())
  expect(at(0)).toEqual({ date: '2026-11-02', time: '12:05', half: 'am' })
  expect(at(12)).toEqual({ date: '2026-11-02', time: '12:05', half: 'pm' })
  expect(at(14)).toEqual({ date: '2026-11-02', time: '02:05', half: 'pm' })
})
