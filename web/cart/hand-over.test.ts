import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handOver } from './hand-over.ts'
import { LINES_KEY, storedLines, storeLines } from './stored-lines.ts'

const LINES = [
  { id: 7, quantity: 2 },
  { id: 3, quantity: 1 },
]

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a cart is given away once, whichever tab comes first', async () => {
  storeLines(LINES)
  const give = vi.fn(async () => 'given')

  expect(await Promise.all([handOver(give), handOver(give)])).toEqual(['given', null])
  expect(give.mock.calls).toEqual([[LINES]])
  expect(storedLines()).toEqual([])
})

test('a cart that could not be given away is kept, and given at the next attempt', async () => {
  storeLines(LINES)
  await expect(handOver(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')

  expect(storedLines()).toEqual(LINES)
  expect(await handOver(async (lines) => lines.length)).toBe(2)
})

test('what was not written by the shop is no line', () => {
  for (const text of ['{', 'null', '7', '{"id":7}', '[null,{"id":0,"quantity":1}]']) {
    localStorage.setItem(LINES_KEY, text)
    expect(storedLines(), text).toEqual([])
  }
  localStorage.setItem(
    LINES_KEY,
    '[{"id":7,"quantity":2},{"id":8,"quantity":100},{"id":"9","quantity":1},{"id":9,"quantity":1.5}]',
  )
  expect(storedLines()).toEqual([{ id: 7, quantity: 2 }])
})
