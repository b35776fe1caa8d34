import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RUN } from './a-run.ts'
import type { Line } from './evidence.ts'
import { HEADLINES } from './goals.ts'
import { missing, render, unknown } from './render.ts'

const proof = (line: Partial<Line> & { goal: string }): Line => ({
  volume: '10 kills',
  result: '0 lost',
  soak: false,
  ...line,
})

const report = (lines: Line[], failed = 0) => render({ ...RUN, lines, failed }, [])

it('prints the evidence, adds figures up over engines, and lists goals that were not tried', () => {
  const text = report([
    proof({ goal: 'R4', engine: 'pglite', figures: { kills: 10, lost: 0 }, control: 'caught' }),
    proof({ goal: 'R4', engine: 'postgres', figures: { kills: 8, lost: 0 } }),
  ])

  expect(text).toContain('**0 acknowledged orders lost in 18 kills** (R4, with a control)')
  expect(text).toMatch(/\| R4 \| .* \| pglite \| 10 kills \| 0 lost \| caught \|/)
  expect(text).toMatch(/\| R5 \| .* \| \*\*not tried in this run\*\* \|/)
  expect(text).toContain('- R1: not tried in this run')
})

it('never shows a missing figure as zero', () => {
  expect(report([proof({ goal: 'R4' })])).toContain('- 10 kills: 0 lost')
})

it('separates goals that this machine could not try from those it tried', () => {
  const text = report([{ goal: 'R8', notTried: 'no root here', soak: false }])

  expect(text).toContain('**could not be tried here:** no root here')
})

it('accepts a goal that a machine could not try, but not in a soak', () => {
  const notTried = { goal: 'R8', notTried: 'no root here' }
  const tried = proof({ goal: 'R8', soak: true })

  expect(missing([{ ...notTried, soak: false }])).not.toContain('R8')
  expect(missing([{ ...notTried, soak: true }])).toContain('R8')
  expect(missing([{ ...notTried, soak: true }, tried])).not.toContain('R8')
})

it('says at the top that something failed', () => {
  expect(report([], 3)).toMatch(/\*\*3 of its tests or steps failed\.\*\*[\s\S]*## In short/)
  expect(report([])).not.toContain('failed.**')
})

it('names the command, the commit and the volumes of the run', () => {
  const soak = report([proof({ goal: 'R4', soak: true })])

  expect(report([])).toContain('Written by `npm run reliability` from one run')
  expect(report([])).toContain('volumes of `npm test`')
  expect(soak).toContain('Written by `npm run soak` from one run')
  expect(soak).toContain('volumes of `npm run soak`')
  expect(report([])).toContain('- Commit: `c0ffee`, with 13 migrations\n')
  expect(report([])).toContain('1,200 passed, 0 failed, 2 skipped; 0 passed only at a second try')
})

it('describes a run that is not of a commit', () => {
  expect(render({ ...RUN, changed: 3 }, [])).toContain('`c0ffee`, **with 3 changed files**')
  expect(render({ ...RUN, commit: null }, [])).toContain('Commit: none')
})

it('uses no figure that no test records', () => {
  const given = proofsInTests()
  const absent = HEADLINES.flatMap(({ of, sentence }) => {
    const asked: string[] = []
    const ask = (name: string) => asked.push(name)
    sentence(ask, ask)
    return asked
      .filter((name) => !given.some(({ goal, text }) => of.includes(goal) && gives(text, name)))
      .map((name) => `${of}: ${name}`)
  })

  expect(given.length).toBeGreaterThan(60)
  expect(absent).toEqual([])
})

it('lists goals that were skipped and goals that do not exist', () => {
  const lines = [proof({ goal: 'R4' }), proof({ goal: 'R99' })]

  expect(missing(lines)).toContain('R5')
  expect(missing(lines)).not.toContain('R4')
  expect(unknown(lines)).toEqual(['R99'])
})

const PROVING = [
  '{server,tests,tools}/**/*.test.ts',
  'tests/stories/{*.story,policy-reporter}.ts',
  '{scripts,tools/mutation}/*.ts',
]

/** The calls that record evidence, as source text of the tests. */
function proofsInTests(): Array<{ goal: string; text: string }> {
  const root = join(import.meta.dirname, '../..')
  return globSync(PROVING, { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/^( *)recordEvidence\(\{[\s\S]*?^\1\}\)$/gm)].flatMap(([proof]) => {
      const goal = /goal: '(\w+)'/.exec(proof)?.[1]
      return goal ? [{ goal, text: proof }] : []
    })
  })
}

function gives(proof: string, name: string): boolean {
  const figures = /figures: \{([^}]*)\}/.exec(proof)?.[1] ?? ''
  return new RegExp(`\\b${name}\\b`).test(figures)
}
