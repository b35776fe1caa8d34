import { expect, it } from 'vitest'
import { draw, drawOne } from './sample.ts'

const IDS = Array.from({ length: 500 }, (_, index) => `orders.ts:${index}`)

it('draws the same sample for the same commit, and another for another', () => {
  const first = draw('commit 1', IDS, 20)

  expect(first.size).toBe(20)
  expect(draw('commit 1', IDS.toReversed(), 20)).toEqual(first)
  expect(draw('commit 2', IDS, 20)).not.toEqual(first)
})

it('draws each of a few items sometimes', () => {
  const drawn = IDS.map((seed) => drawOne(seed, ['orders', 'payments', 'access', 'channels']))

  expect(new Set(drawn).size).toBe(4)
})

it('draws all items when there are fewer', () => {
  expect(draw('commit 1', IDS.slice(0, 3), 20).size).toBe(3)
})
