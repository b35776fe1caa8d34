/**
 * `npm test`: everything that guards a change, on a clone that has nothing yet.
 * `npm run check` is its quick part (`--quick`): types, style, dead code, build, page weight,
 * and the tests that need no server. `npm run soak` also judges the limits of time, which only
 * a machine with nothing else to do can keep, and the tests themselves, by mutants.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

/** Every test has a limit of its own; this is for what hangs in spite of it. */
const STEP_MAX_MS = 2 * 3_600_000

let passed = 0
let failed = 0

step('Types', [bin('typescript/bin/tsc'), '--noEmit'])
step('Lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'])
step('Dead code', [bin('knip/bin/knip.js')])
ensureBuilt(node)
step('Page weight', ['scripts/check-budget.ts'])
if (soak) {
  const timed = timedTests()
  vitestStep(
    'Unit and API tests with the volumes of a soak',
    'vitest',
    timed.flatMap((file) => ['--exclude', file]),
  )
  vitestStep('Tests that judge times, one file at a time', 'vitest-timed', [
    '--no-file-parallelism',
    ...timed,
  ])
} else {
  vitestStep('Unit and API tests', 'vitest', quick ? ['contract', 'web', 'demo', 'scripts'] : [])
}
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

function vitestStep(title, report, args) {
  const file = join(reports, `${report}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const vitest = bin('vitest/vitest.mjs')
  testStep(title, report, [vitest, 'run', ...args, ...reporters], soak ? { SOAK: '1' } : {})
}

/** Test files that a soak holds to limits of time: beside others they would judge the machine. */
function timedTests() {
  const judgesTimes =
    /import [^;]*?\b(within|mannWhitney)\b[^;]*? from '[^']*\/(patience|statistics)\.ts'/
  return readdirSync(join(ROOT, 'server'), { recursive: true })
    .map((path) => join('server', path))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => judgesTimes.test(readFileSync(join(ROOT, path), 'utf8')))
    .sort()
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
  console.log(`\n== ${title} (${new Date().toTimeString().slice(0, 8)})`)
  const { status } = spawnSync(node, args, {
    cwd: ROOT,
    stdio: 'inherit',
    timeout: STEP_MAX_MS,
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
    if (json.stats) {
      return { passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected }
    }
    return { passed: json.numPassedTests, failed: json.numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
