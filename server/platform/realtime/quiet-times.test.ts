import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQuietTimes } from './quiet-times.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // The clock starts at more than a minute, the maximum reported quiet time.
  vi.advanceTimersByTime(200_000)
})

afterEach(() => {
  vi.useRealTimers()
})

it('counts from its start and from the latest message of the channel, a minute at most', () => {
  const times = createQuietTimes()
  vi.advanceTimersByTime(5000)
  times.note('private-user.1')
  vi.advanceTimersByTime(300)
  expect(times.of('private-user.1')).toBe(300)
  expect(times.of('private-user.2')).toBe(5300)
  vi.advanceTimersByTime(90_000)
  expect(times.of('private-user.1')).toBe(60_000)
})

it('claims nothing while messages may be missed, nor about that time afterwards', () => {
  const times = createQuietTimes()
  vi.advanceTimersByTime(5000)
  times.setReliable(false)
  vi.advanceTimersByTime(5000)
  expect(times.of('private-user.1')).toBe(0)
  times.setReliable(true)
  vi.advanceTimersByTime(200)
  expect(times.of('private-user.1')).toBe(200)
})

it('claims nothing about the time before a message of an unknown channel', () => {
  const times = createQuietTimes()
  vi.advanceTimersByTime(5000)
  times.noteUnknown()
  vi.advanceTimersByTime(300)
  expect(times.of('private-user.1')).toBe(300)
  times.setReliable(false)
  times.noteUnknown()
  expect(times.of('private-user.1')).toBe(0)
})

it('claims nothing about the time of a channel that it had to forget', () => {
  const times = createQuietTimes()
  times.note('forgotten')
  vi.advanceTimersByTime(1000)
  for (let channel = 0; channel < 100_000; channel++) times.note(`private-user.${channel}`)
  vi.advanceTimersByTime(10)
  // The forgotten channel's last message, 1,010 ms ago, could have been on any unknown channel.
  expect(times.of('forgotten')).toBe(1010)
  times.note('one more')
  expect(times.of('never seen')).toBe(10)
})
