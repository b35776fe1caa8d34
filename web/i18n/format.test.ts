import { expect, test } from 'vitest'
import { formatDateTime, formatDay, formatPrice, formatRating, soldPercent } from './format.ts'

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

const at = (hour: number) => new Date(2026, 10, 2, hour, 5).toISOString()

test('twelve-hour time distinguishes noon and midnight', () => {
  expect(formatDateTime(at(0), 'en')).toBe('2026-11-02 12:05 AM')
  expect(formatDateTime(at(12), 'en')).toBe('2026-11-02 12:05 PM')
  expect(formatDateTime(at(14), 'en')).toBe('2026-11-02 02:05 PM')
})

test('Arabic has a moment in its own order and words', () => {
  expect(formatDateTime(at(0), 'ar')).toBe('2 نوفمبر 2026، 12:05 ص')
  expect(formatDateTime(at(14), 'ar')).toBe('2 نوفمبر 2026، 2:05 م')
})

test('a day is written whole in both languages', () => {
  expect(formatDay(at(14), 'en')).toBe('2026-11-02')
  expect(formatDay(at(14), 'ar')).toBe('2 نوفمبر 2026')
  expect(formatDay('2026-11-02T22:00:00Z', 'en', 'Asia/Dubai')).toBe('2026-11-03')
  expect(formatDay('2026-11-02T22:00:00Z', 'ar', 'America/Lima')).toBe('2 نوفمبر 2026')
})
