import { expect, test } from 'vitest'
import { longDate } from './long-date.ts'

test('a day is written in UTC, with Western digits in both languages', () => {
  const moment = new Date('2026-12-31T23:59:59Z')

  expect(longDate(moment, 'en')).toBe('December 31, 2026')
  expect(longDate(moment, 'ar')).toBe('31 ديسمبر 2026')
})
