import { afterEach, expect, it, vi } from 'vitest'
import { localTime, readTime } from './local-time.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['2027-01-31T19:59:59Z', 0],
  // 02:30 in Berlin, which comes twice that night.
  ['2027-10-31T00:30:00Z', -120],
  ['2027-10-31T01:30:00Z', -60],
])('%s stays as it is in a form where something else is changed', (moment, offset) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset)

  expect(localTime(moment)).toMatch(offset === 0 ? /T19:59$/ : /T02:30$/)
  expect(readTime(localTime(moment), moment)).toBe(moment)
})

it('a changed one is in the zone of the reader, and an empty one none', () => {
  const typed = '2027-03-01T10:15'

  expect(readTime(typed, '2027-01-31T19:59:59Z')).toBe(new Date(2027, 2, 1, 10, 15).toISOString())
  expect(readTime(typed, null)).toBe(new Date(2027, 2, 1, 10, 15).toISOString())
  expect(readTime('', '2027-01-31T19:59:59Z')).toBeNull()
})
