import { expect, test } from 'vitest'
import { createSequence } from './sequence.ts'

test('the first number may be any, the next ones follow it', () => {
  const sequence = createSequence()
  expect([7, 8, 9].map(sequence.place)).toEqual(['next', 'next', 'next'])
})

test('detects a repeated number, and a skipped one', () => {
  const sequence = createSequence()
  expect([7, 7, 9, 10].map(sequence.place)).toEqual(['next', 'again', 'after a gap', 'next'])
})

test('after a restart nothing is missing', () => {
  const sequence = createSequence()
  sequence.place(7)
  sequence.restart()
  expect(sequence.place(12)).toBe('next')
})
