import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function taken(take: (key: string) => boolean, key: string, times: number): number {
  return Array.from({ length: times }, () => take(key)).filter(Boolean).length
}

it('allows a number at once for each key, refills as time passes, and never beyond its size', () => {
  const take = createTokenBucket(3, 2)
  expect(taken(take, 'a', 10)).toBe(3)
  expect(taken(take, 'b', 2)).toBe(2)

  vi.advanceTimersByTime(400)
  expect(taken(take, 'a', 10)).toBe(0)
  vi.advanceTimersByTime(600)
  expect(taken(take, 'a', 10)).toBe(2)
  vi.advanceTimersByTime(1_000_000)
  expect(taken(take, 'a', 10)).toBe(3)
})
