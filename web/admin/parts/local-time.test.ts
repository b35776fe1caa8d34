import { expect, it } from 'vitest'
import { localTime, momentsOf, readTime } from './local-time.ts'

it.each([
  ['2027-01-31T19:59:59Z', 'UTC', '2027-01-31T19:59'],
  // This local time occurs twice.
  ['2027-10-31T00:30:00Z', 'Europe/Berlin', '2027-10-31T02:30'],
  ['2027-10-31T01:30:00Z', 'Europe/Berlin', '2027-10-31T02:30'],
])('%s stays as it is in a form where something else is changed', (moment, zone, shown) => {
  expect(localTime(moment, zone)).toBe(shown)
  expect(readTime(shown, moment, zone)).toBe(moment)
})

it.each([
  ['2027-03-01T10:15', 'Asia/Dubai', '2027-03-01T06:15:00.000Z'],
  ['2027-07-01T00:00', 'America/New_York', '2027-07-01T04:00:00.000Z'],
  // A local time that occurs twice means the first of the two moments; a skipped time counts from the start of the gap.
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
])('%s in %s is %s', (typed, zone, moment) => {
  expect(readTime(typed, '2027-01-31T19:59:59Z', zone)).toBe(moment)
  expect(readTime(typed, null, zone)).toBe(moment)
  expect(readTime('', moment, zone)).toBeNull()
})

it.each([
  ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
  ['2027-10-31', 'Europe/Berlin', '2027-10-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z'],
  ['2027-12-31', 'Asia/Dubai', '2027-12-30T20:00:00.000Z', '2027-12-31T20:00:00.000Z'],
  // Midnight occurs twice on this day: the clocks go back at one.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
])('the day %s in %s', (day, zone, from, to) => {
  expect(momentsOf(day, day, zone)).toEqual({ from, to })
})

it('a range may be given from its last day', () => {
  const range = { from: '2027-01-02T00:00:00.000Z', to: '2027-01-05T00:00:00.000Z' }
  expect(momentsOf('2027-01-04', '2027-01-02', 'UTC')).toEqual(range)
})

it('a range without ends, or of something else, limits nothing', () => {
  expect(momentsOf('', '2027-02-30T', 'UTC')).toEqual({})
})
