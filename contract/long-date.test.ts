import { expect, test } from 'vitest'
import { longDate } from './long-date.ts'

test('a day is written in the zone of the shop, with Western digits in both languages', () => {
  const moment = new Date('2026-12-31T23:59:59Z')

  expect(longDate(moment, 'en', 'UTC')).toBe('December 31, 2026')
  expect(longDate(moment, 'ar', 'UTC')).toBe('31 ديسمبر 2026')
  expect(longDate(moment, 'en', 'Asia/Dubai')).toBe('January 1, 2027')
})
