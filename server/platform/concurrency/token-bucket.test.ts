import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function taken(take: (key: string) => boolean, key: string, times: number): number {
  return Array.from({ length: times }, () => take(key)).filter(Boolean).length
}

it('allows a number at once, for each key separately', () => {
  const take = createTokenBucket(3, 1)

  expect(taken(take, 'a', 10)).toBe(3)
  expect(taken(take, 'b', 2)).toBe(2)
  expect(taken(take, 'b', 10)).toBe(1)
})

it('refills as time passes, and never beyond its size', () => {
  const take = createTokenBucket(3, 2)
  taken(take, 'a', 3)

  vi.advanceTimersByTime(400)
  expect(taken(take, 'a', 10)).toBe(0)
  vi.advanceTimersByTime(600)
  expect(taken(take, 'a', 10)).toBe(2)
  vi.advanceTimersByTime(1_000_000)
  expect(taken(take, 'a', 10)).toBe(3)
})

it('removes the least recently used key when there are very many', () => {
  const take = createTokenBucket(1, 0)
  take('used again')
  take('old')
  for (let i = 0; i < 99_998; i++) take(`key ${i}`)
  take('used again')

  expect(take('the one too many')).toBe(true)

  expect(take('used again')).toBe(false)
  expect(take('old')).toBe(true)
})
