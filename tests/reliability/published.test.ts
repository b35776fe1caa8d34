/** docs/reliability.md is the result of the run that it names, not edited by hand. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { git } from '../../scripts/commit.mjs'
import { type Evidence, isSealed, objections } from './evidence.ts'
import findings from './findings.json' with { type: 'json' }
import { missing, render, unknown } from './render.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const FILE = join(DOCS, 'reliability.json')
const page = readFileSync(join(DOCS, 'reliability.md'), 'utf8')

it('has evidence, or says at the top that it has none', () => {
  if (!existsSync(FILE)) expect(page.slice(0, 300)).toContain('**No evidence is kept for this page')
})

describe.runIf(existsSync(FILE))('the published page', () => {
  const evidence: Evidence = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : null

  it('equals its rendered evidence (after a change to goals: tests/reliability/report.ts --render)', () => {
    expect(isSealed(evidence)).toBe(true)
    expect(page).toBe(render(evidence, findings))
  })

  it('is of one complete run of a commit, without a failure', () => {
    const runs = new Set(evidence.lines.map(({ run }) => run))

    expect([...runs]).toEqual([expect.any(String)])
    expect(objections(evidence, [...runs][0] ?? null)).toEqual([])
    // Goals that are newer than the run are shown as not tried.
    expect(unknown(evidence.lines)).toEqual([])
    expect(evidence.lines.length).toBeGreaterThan(missing(evidence.lines).length)
  })

  it('names a commit of this history, with as many migrations', ({ skip }) => {
    const commit = evidence.commit ?? ''
    skip(git(['rev-parse', 'HEAD']) === null, 'there is no git history here')
    skip(
      git(['rev-parse', '--is-shallow-repository']) === 'true',
      'only a part of the git history is here',
    )

    expect(git(['merge-base', '--is-ancestor', commit, 'HEAD']), commit).not.toBeNull()
    const migrations = git(['ls-tree', '--name-only', `${commit}:server/platform/db/migrations`])
    expect(migrations?.split('\n')).toHaveLength(evidence.migrations)
  })
})
