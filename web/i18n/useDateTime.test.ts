import { expect, test } from 'vitest'
import { formatDateTime } from './useDateTime.ts'

const AFTERNOON = new Date(2026, 10, 2, 14, 20).toISOString()

test('a moment reads as specified in English, and in its own order in Arabic', () => {
  expect(formatDateTime(AFTERNOON, 'en')).toBe('2026-11-02 02:20 PM')
  expect(formatDateTime(AFTERNOON, 'ar')).toBe('2 نوفمبر 2026، 2:20 م')
})
