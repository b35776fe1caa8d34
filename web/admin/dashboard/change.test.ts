import { expect, test } from 'vitest'
import { changeOf, sharesOf, ticksOf } from './change.ts'

test('a change is in whole percent, and null without a figure to compare with', () => {
  expect(changeOf(150, 100)).toBe(50)
  expect(changeOf(0, 40)).toBe(-100)
  expect(changeOf(12, 0)).toBeNull()
  expect(changeOf(10.99, 1)).toBe(999)
  expect(changeOf(11, 1)).toBeNull()
  expect(changeOf(null, 12)).toBeNull()
})

test('shares add up to 100; a category with only refunds has a share of 0', () => {
  expect(sharesOf([75, 25, -10])).toEqual([75, 25, 0])
  expect(sharesOf([0, 0])).toEqual([0, 0])
  expect(sharesOf([1, 1, 1])).toEqual([34, 33, 33])
})

test('ticks are round, include zero and cover every column', () => {
  expect(ticksOf(0, 1100)).toEqual([0, 500, 1000, 1500])
  expect(ticksOf(-30, 80)).toEqual([-50, 0, 50, 100])
  expect(ticksOf(0, 0)).toEqual([0, 50])
})
