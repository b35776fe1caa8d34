import { expect, it } from 'vitest'
import { closingLines, countResults } from './test-results.mjs'

/** A report as Playwright writes it, with only the fields that are read. */
const STORIES = {
  stats: { expected: 5, skipped: 1, unexpected: 2, flaky: 1 },
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: [
            {
              title: 'a cart keeps its lines',
              file: 'cart.story.ts',
              tests: [
                { projectName: 'desktop', status: 'expected' },
                { projectName: 'phone', status: 'flaky' },
              ],
            },
          ],
        },
      ],
    },
  ],
}

it('counts a story that passed at its second try, and lists it', () => {
  expect(countResults(STORIES)).toEqual({
    passed: 6,
    failed: 2,
    skipped: 1,
    flaky: ['[phone] cart.story.ts › a cart keeps its lines'],
  })
})

it('counts tests that vitest skipped', () => {
  const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 }

  expect(countResults(report)).toEqual({ passed: 7, failed: 0, skipped: 3, flaky: [] })
})

it('ends with the counts, after any other lines', () => {
  const lines = closingLines(countResults(STORIES))

  expect(lines[0]).toBe('1 flaky, passed at a second try:')
  expect(lines[1]).toContain('a cart keeps its lines')
  expect(lines.at(-1)).toBe('6 passed, 2 failed, 1 skipped')
  expect(closingLines({ passed: 3, failed: 0, skipped: 0, flaky: [] })).toEqual([
    '3 passed, 0 failed',
  ])
})
