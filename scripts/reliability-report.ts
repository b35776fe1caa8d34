/**
 * Writes the report on reliability from what the tests told (server/testing/proof.ts):
 * `coverage/reliability.md`, and with `--publish` also `docs/reliability.md`. Ends with an error
 * when a goal that every full run must try was not tried.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { PROOFS } from '../server/testing/proof.ts'
import findings from './reliability/findings.json' with { type: 'json' }
import { SECTIONS } from './reliability/goals.ts'
import { type Line, missing, render, unknown } from './reliability/render.ts'

const ROOT = join(import.meta.dirname, '..')

const lines = read()
const report = render({ lines, findings, machine: machine(), date: today() })
const files = [
  'coverage/reliability.md',
  ...(process.argv.includes('--publish') ? ['docs/reliability.md'] : []),
]
for (const file of files) {
  writeFileSync(join(ROOT, file), report)
  console.log(`wrote ${file}`)
}
const all = SECTIONS.flatMap(({ goals }) => Object.keys(goals))
const tried = all.filter((goal) => lines.some((line) => line.goal === goal))
console.log(`${lines.length} proofs of ${tried.length} of ${all.length} goals`)

const absent = missing(lines)
const strange = unknown(lines)
if (absent.length > 0)
  console.error(`No proof in this run, although required: ${absent.join(', ')}`)
if (strange.length > 0) console.error(`Proofs of goals that nobody listed: ${strange.join(', ')}`)
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
  return parsed.sort((a, b) => (a.engine ?? '').localeCompare(b.engine ?? ''))
}

function machine(): string {
  const [first] = cpus()
  const name = first?.model.trim() || process.arch
  return `${name}, ${cpus().length} cores, ${process.platform}, Node ${process.versions.node}`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
