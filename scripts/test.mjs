/**
 * `npm test`: everything that guards a change, on a clone that has nothing yet.
 * `npm run check` is its quick part (`--quick`): types, style, dead code, build, page weight,
 * and the tests that need no server. `npm run soak` also judges the limits of time, which only
 * a machine with nothing else to do can keep, and the tests themselves, by mutants.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { testsOfOwnProcess, timedTests } from './kinds-of-tests.mjs'
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT } from './setup.mjs'

const quick = process.argv.includes('--quick')
const soak = process.argv.includes('--soak')
ensureInstalled()
const node = pinnedNode()
const bin = (path) => join(ROOT, 'node_modules', path)
const reports = join(ROOT, 'coverage')
mkdirSync(reports, { recursive: true })
for (const name of readdirSync(reports)) {
  // What is known of mutants stands while nothing about them has changed.
  if (name !== 'mutants') rmSync(join(reports, name), { recursive: true, force: true })
}

/** Every test has a limit of its own; this is for what hangs in spite of it. */
const STEP_MAX_MS = 2 * 3_600_000
/** For a step that is told to end, before it is killed. */
const LAST_WORDS_MS = 15_000

let passed = 0
let failed = 0

await step('Types', [bin('typescript/bin/tsc'), '--noEmit'])
await step('Lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'])
await step('Dead code', [bin('knip/bin/knip.js')])
ensureBuilt(node)
await step('Page weight', ['scripts/check-budget.ts'])
if (soak) {
  const timed = timedTests()
  await vitestStep('Unit and API tests with the volumes of a soak', 'vitest', without(timed))
  await vitestStep('Tests that judge times, one file at a time', 'vitest-timed', [
    '--no-file-parallelism',
    ...timed,
  ])
} else if (quick) {
  await vitestStep('Unit tests', 'vitest', ['contract', 'web', 'demo', 'scripts'])
} else {
  const alone = testsOfOwnProcess()
  // What a file has loaded is there for the next: loading was a fifth of the work.
  await vitestStep('Unit and API tests', 'vitest', ['--no-isolate', ...without(alone)])
  await vitestStep('Tests with a process of their own', 'vitest-alone', alone)
}
if (!quick) {
  const CHROMIUM = ensureChromium(node)
  await testStep('Stories in Chromium', 'e2e', [bin('@playwright/test/cli.js'), 'test'], {
    CHROMIUM,
    ...(soak && { SOAK: '1' }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json'),
  })
}
if (soak && !(await run('Mutants', ['scripts/mutants.ts', '--continue'], { SOAK: '1' }))) failed++
if (!quick && !(await run('Known holes in packages', ['scripts/audit.mjs']))) failed++
if (!quick) {
  const told = [`--failed=${failed}`, ...(soak ? ['--publish'] : [])]
  if (!(await run('Report on reliability', ['scripts/reliability-report.ts', ...told]))) failed++
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Runs one step and ends everything when it fails: a red type check makes the rest noise. */
async function step(title, args, env = {}) {
  if (!(await run(title, args, env))) fail(`${title}: failed, see the lines above.`)
}

function without(files) {
  return files.flatMap((file) => ['--exclude', file])
}

async function vitestStep(title, report, args) {
  const file = join(reports, `${report}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const vitest = bin('vitest/vitest.mjs')
  await testStep(title, report, [vitest, 'run', ...args, ...reporters], soak ? { SOAK: '1' } : {})
}

/** Runs a step whose report counts tests; the rest still runs when some of them fail. */
async function testStep(title, report, args, env = {}) {
  const ok = await run(title, args, env)
  const counts = count(report)
  passed += counts.passed
  failed += counts.failed
  if (!ok && counts.failed === 0) failed++
  if (ok && counts.passed === 0) fail(`${title}: no test ran.`)
}

/** In a group of processes of its own, so that what it started ends with it. */
async function run(title, args, env = {}) {
  const began = Date.now()
  console.log(`\n== ${title} (${new Date().toTimeString().slice(0, 8)})`)
  const child = spawn(node, args, {
    cwd: ROOT,
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    env: { ...process.env, PATH: `${bin('.bin')}:${process.env.PATH}`, ...env },
  })
  let interrupt = null
  const end = (signal) => {
    signalGroup(child, signal)
    setTimeout(() => signalGroup(child, 'SIGKILL'), LAST_WORDS_MS).unref()
  }
  const pass = (signal) => {
    interrupt = signal
    end(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
  const late = setTimeout(() => {
    console.error(`${title}: not through after ${STEP_MAX_MS / 60_000} minutes`)
    end('SIGTERM')
  }, STEP_MAX_MS)
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
  clearTimeout(late)
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, pass)
  if (interrupt) fail(`${title}: ended by ${interrupt}`)
  console.log(
    `== ${title}: ${status === 0 ? 'good' : 'FAILED'} after ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  return status === 0
}

/** Windows has no groups: there only the step itself ends. */
function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Nothing of it is left.
  }
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
