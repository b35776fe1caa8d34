import { expect, it } from 'vitest'
import { closingLines, countResults } from './test-results.mjs'

const story = (title: string, ...tests: object[]) => ({ title, file: 'cart.story.ts', tests })

const STORIES = {
  stats: { expected: 5, skipped: 1, unexpected: 2, flaky: 1 },
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: [
            story(
              'a cart keeps its lines',
              { projectName: 'desktop', status: 'expected' },
              { projectName: 'phone', status: 'flaky' },
            ),
            story('a cart loses its lines', {
              projectName: 'desktop',
              status: 'unexpected',
              results: [
                { error: { message: 'first try' } },
                { error: { message: '\u001b[31mexpected 0\u001b[39m\nreceived 1' } },
              ],
            }),
          ],
        },
      ],
    },
  ],
}

const COUNTS = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }

it('counts a story that passed only on the second try as failed', () => {
  expect(countResults(STORIES)).toEqual({
    passed: 5,
    failed: 3,
    skipped: 1,
    failures: [
      '[phone] cart.story.ts › a cart keeps its lines: passed only on the second try',
      '[desktop] cart.story.ts › a cart loses its lines: expected 0',
    ],
  })
})

it('counts tests of vitest, names those that failed, and files that did not load', () => {
  const failureMessages = ['AssertionError: 1\n at']
  const failed = { status: 'failed', fullName: 'adds up', failureMessages }
  const passed = { status: 'passed', fullName: 'counts', failureMessages: [] }
  const sums = { name: 'sums.test.ts', message: '', assertionResults: [failed, passed] }
  const broken = { name: 'broken.test.ts', message: 'No such file', assertionResults: [] }
  const testResults = [sums, broken].map((file) => ({ ...file, status: 'failed' }))

  expect(countResults({ ...COUNTS, testResults })).toEqual({
    passed: 7,
    failed: 1,
    skipped: 3,
    failures: ['sums.test.ts › adds up: AssertionError: 1', 'broken.test.ts: No such file'],
  })
})

it('ends with the counts, after any other lines', () => {
  const lines = closingLines(countResults(STORIES))

  expect(lines).toEqual([
    '2 failed:',
    expect.stringContaining('a cart keeps its lines'),
    expect.stringContaining('a cart loses its lines'),
    '5 passed, 3 failed, 1 skipped',
  ])
  const good = { passed: 3, failed: 0, skipped: 0, failures: [] }
  expect(closingLines(good)).toEqual(['3 passed, 0 failed'])
})
