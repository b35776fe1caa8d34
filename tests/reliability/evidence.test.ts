import { expect, it } from 'vitest'
import { RUN as PLAIN } from './a-run.ts'
import { isSealed, objections, type Run, seal } from './evidence.ts'

const RUN: Run = {
  ...PLAIN,
  lines: [{ goal: 'R4', volume: '10 kills', result: '0 lost', soak: false, run: 'this' }],
}

it('notices a figure that was changed by hand', () => {
  const evidence = seal(RUN)
  const kept = JSON.parse(JSON.stringify(evidence))
  const [line] = RUN.lines

  expect(isSealed(kept)).toBe(true)
  expect(isSealed({ ...kept, lines: [{ ...line, result: '1 lost' }] })).toBe(false)
  expect(isSealed({ ...kept, commit: 'decaf' })).toBe(false)
})

it('allows publishing a complete run of one commit without failures or retries', () => {
  expect(objections(RUN, 'this')).toEqual([])
})

it.for<[Partial<Run>, RegExp]>([
  [{ commit: null }, /names no commit/],
  [{ changed: 2 }, /2 files differ from the commit/],
  [{ failed: 1 }, /1 tests or steps failed/],
  [{ flaky: ['[phone] a story'] }, /1 stories needed a second try/],
])('refuses %o', ([change, words]) => {
  expect(objections({ ...RUN, ...change }, 'this')).toEqual([expect.stringMatching(words)])
})

it('refuses evidence of another run, and of tests that were run by hand', () => {
  expect(objections(RUN, 'another')).toEqual(['1 proofs are from another run'])
  expect(objections({ ...RUN, lines: [{ ...RUN.lines[0], run: null } as never] }, 'this')).toEqual([
    '1 proofs are from another run',
  ])
})
