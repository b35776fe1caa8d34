/**
 * Writes the report on reliability from what the tests told (server/testing/proof.ts):
 * `coverage/reliability.md`, and with `--publish` also `docs/reliability.md`, if nothing of the run
 * failed (`--failed=2`). Ends with an error when a goal that every full run must try was not tried.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROOFS } from '../server/testing/proof.ts'
import findings from './reliability/findings.json' with { type: 'json' }
import { SECTIONS } from './reliability/goals.ts'
import { type Line, missing, render, unknown } from './reliability/render.ts'

const ROOT = join(import.meta.dirname, '..')

const { values: told } = parseArgs({
  options: {
    failed: { type: 'string', default: '0' },
    publish: { type: 'boolean', default: false },
  },
})
const failed = Number(told.failed)
const lines = read()
const absent = missing(lines)
const strange = unknown(lines)
const isWhole = failed + absent.length + strange.length === 0
const report = render({ failed, lines, findings, machine: machine(), date: today() })
const files = [
  'coverage/reliability.md',
  ...(told.publish && isWhole ? ['docs/reliability.md'] : []),
]
for (const file of files) {
  writeFileSync(join(ROOT, file), report)
  console.log(`wrote ${file}`)
}
const all = SECTIONS.flatMap(({ goals }) => Object.keys(goals))
const tried = all.filter((goal) => lines.some((line) => line.goal === goal))
console.log(`${lines.length} proofs of ${tried.length} of ${all.length} goals`)
if (absent.length > 0)
  console.error(`No proof in this run, although required: ${absent.join(', ')}`)
if (strange.length > 0) console.error(`Proofs of goals that nobody listed: ${strange.join(', ')}`)
if (told.publish && !isWhole) console.error('docs/reliability.md stays as it is: see above.')
process.exit(absent.length + strange.length === 0 ? 0 : 1)

function read(): Line[] {
  let text = ''
  try {
    text = readFileSync(PROOFS, 'utf8')
  } catch {
    // No test has told anything.
  }
  const parsed: Line[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const soak = parsed.some((line) => line.soak)
  return [...parsed, ...auditLines(soak)].sort((a, b) =>
    (a.engine ?? '').localeCompare(b.engine ?? ''),
  )
}

/** What `scripts/audit.mjs` heard from the registry in this run, or that it heard nothing. */
function auditLines(soak: boolean): Line[] {
  const file = join(ROOT, 'coverage/audit.json')
  if (!existsSync(file)) return []
  const { possible, says }: { possible: boolean; says: string } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  if (!possible) return [{ goal: 'S3', notTried: says, soak }]
  return [{ goal: 'S3', volume: 'known holes, asked of the registry', result: says, soak }]
}

function machine(): string {
  const [first] = cpus()
  const name = first?.model.trim() || process.arch
  return `${name}, ${cpus().length} cores, ${process.platform}, Node ${process.versions.node}`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
