/**
 * `npm test`: everything that guards a change, on a clone that has nothing yet.
 * `npm run check` is its quick part (`--quick`): types, style, dead code, build, page weight,
 * and the tests that need no server. `npm run soak` also judges the limits of time, which only
 * a machine with nothing else to do can keep, and the tests themselves, by mutants.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT } from './setup.mjs'

const quick = process.argv.includes('--quick')
const soak = process.argv.includes('--soak')
ensureInstalled()
const node = pinnedNode()
const bin = (path) => join(ROOT, 'node_modules', path)
const reports = join(ROOT, 'coverage')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

let passed = 0
let failed = 0

step('Types', [bin('typescript/bin/tsc'), '--noEmit'])
step('Lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'])
step('Dead code', [bin('knip/bin/knip.js')])
ensureBuilt(node)
step('Page weight', ['scripts/check-budget.ts'])
testStep(
  'Unit and API tests',
  'vitest',
  [
    bin('vitest/vitest.mjs'),
    'run',
    ...(quick ? ['contract', 'web', 'demo', 'scripts'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ],
  soak ? { SOAK: '1' } : {},
)
if (!quick) {
  const CHROMIUM = ensureChromium(node)
  testStep('Stories in Chromium', 'e2e', [bin('@playwright/test/cli.js'), 'test'], {
    CHROMIUM,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json'),
  })
}
if (soak && !run('Mutants', ['scripts/mutants.ts'], { SOAK: '1' })) failed++
if (!quick && !run('Known holes in packages', ['scripts/audit.mjs'])) failed++
if (
  !quick &&
  !run('Report on reliability', ['scripts/reliability-report.ts', ...(soak ? ['--publish'] : [])])
)
  failed++
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Runs one step and ends everything when it fails: a red type check makes the rest noise. */
function step(title, args, env = {}) {
  if (!run(title, args, env)) fail(`${title}: failed, see the lines above.`)
}

/** Runs a step whose report counts tests; the rest still runs when some of them fail. */
function testStep(title, report, args, env = {}) {
  const ok = run(title, args, env)
  const counts = count(report)
  passed += counts.passed
  failed += counts.failed
  if (!ok && counts.failed === 0) failed++
  if (ok && counts.passed === 0) fail(`${title}: no test ran.`)
}

function run(title, args, env = {}) {
  const began = Date.now()
  console.log(`\n== ${title}`)
  const { status } = spawnSync(node, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin('.bin')}:${process.env.PATH}`, ...env },
  })
  console.log(
    `== ${title}: ${status === 0 ? 'good' : 'FAILED'} after ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  return status === 0
}

function count(report) {
  try {
    const json = JSON.parse(readFileSync(join(reports, `${report}.json`), 'utf8'))
    if (report === 'vitest') return { passed: json.numPassedTests, failed: json.numFailedTests }
    return { passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
