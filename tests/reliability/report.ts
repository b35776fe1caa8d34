/**
 * Writes the report on reliability from the evidence of one run (tests/kit/evidence.ts), as
 * `scripts/test.mjs` calls it: `coverage/reliability.md`, and with `--publish` also
 * `docs/reliability.md` and the evidence for it, `docs/reliability.json`, if nothing in the run
 * failed. Exits with an error when a required goal was not tried.
 *
 * `--render` renders the published evidence again, after a change to goals or findings.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROOFS } from '#tests/kit/evidence.ts'
import { changedFiles } from '../../scripts/commit.mjs'
import { type Evidence, type Line, objections, type Run, seal } from './evidence.ts'
import findings from './findings.json' with { type: 'json' }
import { GOALS } from './goals.ts'
import { missing, render, unknown } from './render.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = 'docs/reliability.md'
const EVIDENCE = 'docs/reliability.json'

const { values: options } = parseArgs({
  options: {
    run: { type: 'string' },
    commit: { type: 'string' },
    passed: { type: 'string', default: '0' },
    failed: { type: 'string', default: '0' },
    skipped: { type: 'string', default: '0' },
    flaky: { type: 'string', multiple: true, default: [] },
    publish: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
  },
})
if (options.render) {
  const evidence: Evidence = JSON.parse(readFileSync(join(ROOT, EVIDENCE), 'utf8'))
  write(PAGE, render(evidence, findings))
  process.exit(0)
}
process.exit(report() ? 0 : 1)

/** @returns whether every goal was tried and, if asked for, the page was published. */
function report(): boolean {
  const run = thisRun()
  write('coverage/reliability.md', render(run, findings))
  const tried = GOALS.filter((goal) => run.lines.some((line) => line.goal === goal))
  console.log(`${run.lines.length} proofs of ${tried.length} of ${GOALS.length} goals`)
  const gaps = gapsOf(run.lines)
  for (const gap of gaps) console.error(gap)
  if (!options.publish) return gaps.length === 0
  const against = [...objections(run, options.run ?? null), ...gaps]
  if (against.length > 0) {
    console.error(`${PAGE} is left unchanged: ${against.join('; ')}.`)
    return false
  }
  const evidence = seal(run)
  write(EVIDENCE, `${JSON.stringify(evidence, null, 2)}\n`)
  write(PAGE, render(evidence, findings))
  return true
}

function gapsOf(lines: readonly Line[]): string[] {
  const absent = missing(lines)
  const strange = unknown(lines)
  return [
    ...(absent.length > 0 ? [`no evidence for required goals ${absent.join(', ')}`] : []),
    ...(strange.length > 0
      ? [`evidence for goals that are not listed: ${strange.join(', ')}`]
      : []),
  ]
}

function thisRun(): Run {
  return {
    commit: options.commit ?? null,
    changed: changedFiles().length,
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    migrations: readdirSync(join(ROOT, 'server/platform/db/migrations')).length,
    passed: Number(options.passed),
    failed: Number(options.failed),
    skipped: Number(options.skipped),
    flaky: options.flaky,
    lines: read(),
  }
}

function read(): Line[] {
  const text = existsSync(PROOFS) ? readFileSync(PROOFS, 'utf8') : ''
  const parsed: Line[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const soak = parsed.some((line) => line.soak)
  return [...parsed, ...auditLines(soak)].sort((a, b) =>
    (a.engine ?? '').localeCompare(b.engine ?? ''),
  )
}

/** The registry's answer to `scripts/audit.mjs` in this run, or that there was none. */
function auditLines(soak: boolean): Line[] {
  const file = join(ROOT, 'coverage/audit.json')
  if (!existsSync(file)) return []
  const { possible, message }: { possible: boolean; message: string } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const of = { goal: 'S3', soak, run: options.run ?? null }
  if (!possible) return [{ ...of, notTried: message }]
  return [{ ...of, volume: 'known vulnerabilities, according to the registry', result: message }]
}

function write(file: string, text: string): void {
  writeFileSync(join(ROOT, file), text)
  console.log(`wrote ${file}`)
}

function machine(): string {
  const [first] = cpus()
  const name = first?.model.trim() || process.arch
  return `${name}, ${cpus().length} cores, ${process.platform}, Node ${process.versions.node}`
}
