import { afterEach, expect, it, vi } from 'vitest'
import { mayHaveMissed, watchForMissed } from './missed-events.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Sets the clocks of a page that is `ms` milliseconds old; `performance.now()`, which may stop, returns `counted`. */
function pageOfAge(ms: number, counted = ms): void {
  vi.spyOn(performance, 'now').mockReturnValue(counted)
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + ms)
}

it.each([
  ['an event after the page began to load', 1200, 2000, true],
  ['a channel that was quiet all the time', 5000, 2000, false],
  ['a page older than a server remembers', 60_000, 61_000, true],
])('%s', (_case, quietMs, age, missed) => {
  pageOfAge(age)
  expect(mayHaveMissed({ quiet_ms: quietMs })).toBe(missed)
})

it.each([null, undefined, {}])('a service that confirms with %o', (data) => {
  pageOfAge(1)
  expect(mayHaveMissed(data)).toBe(true)
})

it('a page that slept between its first request and its subscription', () => {
  pageOfAge(300_000, 2000)
  expect(mayHaveMissed({ quiet_ms: 60_000 })).toBe(true)
})

it('every later confirmation of a subscription', () => {
  pageOfAge(2000)
  const isMissing = watchForMissed()
  expect([1, 2].map(() => isMissing({ quiet_ms: 5000 }))).toEqual([false, true])
})
