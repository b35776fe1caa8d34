import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ID_MAX } from '#contract/limits.ts'
import { emptyAfterOrder, removeItem } from './cart.queries.ts'
import { handOver } from './hand-over.ts'
import { LINES_KEY, storedLines, storeLines } from './stored-lines.ts'

vi.hoisted(() => vi.stubGlobal('window', { addEventListener: () => {} }))
vi.mock('./visitor.ts', () => ({ isVisitor: () => false }))
vi.mock('#web/api/request.ts', () => ({ request: async () => ({}) }))

const SIGNAL = new AbortController().signal

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

test('a cart is handed over once, whichever tab comes first', async () => {
  storeLines(LINES)
  const give = vi.fn(async () => 'given')

  expect(await Promise.all([handOver(give, SIGNAL), handOver(give, SIGNAL)])).toEqual([
    'given',
    null,
  ])
  expect(give.mock.calls).toEqual([[LINES]])
  expect(storedLines()).toEqual([])
})

test('a cart that could not be handed over is kept for the next attempt', async () => {
  storeLines(LINES)
  await expect(handOver(() => Promise.reject(new Error('no answer')), SIGNAL)).rejects.toThrow(
    'no answer',
  )

  expect(storedLines()).toEqual(LINES)
  expect(await handOver(async (lines) => lines.length, SIGNAL)).toBe(2)
})

test('what was chosen while the cart was handed over is kept', async () => {
  storeLines(LINES)
  const chosen = [
    { id: 9, quantity: 1 },
    { id: 7, quantity: 3 },
  ]
  await handOver(async (lines) => storeLines([...chosen, ...lines.slice(1)]), SIGNAL)

  expect(storedLines()).toEqual(chosen)
})

test('lines removed or ordered after a lost reply do not return', async () => {
  storeLines(LINES)
  await removeItem(7)
  expect(storedLines()).toEqual([{ id: 3, quantity: 1 }])

  emptyAfterOrder()
  expect(storedLines()).toEqual([])
})

test('a tab that does not respond delays another only for a while', async () => {
  storeLines(LINES)
  const suspended = Promise.withResolvers<void>()
  const first = handOver(() => suspended.promise, SIGNAL)

  await expect(handOver(async () => {}, AbortSignal.timeout(20))).rejects.toThrow('timeout')
  suspended.resolve()
  await first
})

test('an entry that the shop did not write is not a line', () => {
  for (const text of ['{', 'null', '7', '{"id":7}', '[null,{"id":0,"quantity":1}]']) {
    localStorage.setItem(LINES_KEY, text)
    expect(storedLines(), text).toEqual([])
  }
  // The server would reject a list with an id above `ID_MAX`.
  storeLines([{ id: ID_MAX + 1, quantity: 1 }, ...LINES, { id: 7, quantity: 5 }])
  expect(storedLines()).toEqual(LINES)
  localStorage.setItem(
    LINES_KEY,
    '[{"id":7,"quantity":2},{"id":8,"quantity":100},{"id":"9","quantity":1},{"id":9,"quantity":1.5}]',
  )
  expect(storedLines()).toEqual([{ id: 7, quantity: 2 }])
})
