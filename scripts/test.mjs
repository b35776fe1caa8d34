/**
 * `npm test`: everything that guards a change, on a clone that has nothing yet.
 * `npm run check` is its quick part (`--quick`): types, style, dead code, build, page weight, the
 * page's tests, and the server's own on PGlite, except those that measure times or start programs.
 * `npm run soak` also checks the limits of time, which only a machine with nothing else to do can
 * keep, and the tests themselves, by all mutants.
 *
 * `npm run reliability` (`--publish`) and a soak write docs/reliability.md, if nothing failed, no
 * story needed a second try, and the code is that of a commit from the first step to the last.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium, findOrInstallFirefox } from './browsers.mjs'
import { changedFiles, currentCommit } from './commit.mjs'
import { testsOfOwnProcess, testsWithPrograms, timedTests } from './kinds-of-tests.mjs'
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT } from './setup.mjs'
import { closingLines, readResults } from './test-results.mjs'

const quick = process.argv.includes('--quick')
const soak = process.argv.includes('--soak')
const publish = soak || process.argv.includes('--publish')
const commit = currentCommit()
if (publish) ensureCommitted()
ensureInstalled()
const node = pinnedNode()
const bin = (path) => join(ROOT, 'node_modules', path)
const reports = join(ROOT, 'coverage')
mkdirSync(reports, { recursive: true })
for (const name of readdirSync(reports)) {
  // Earlier results of mutants are kept while nothing that affects them has changed.
  if (name !== 'mutants') rmSync(join(reports, name), { recursive: true, force: true })
}

/** Every test has its own limit; this one is for steps that hang in spite of it. */
const STEP_MAX_MS = 2 * 3_600_000
/** How long a step may take to end before it is killed. */
const GRACE_MS = 15_000
/** How many mutants are tried when not all are. */
const SAMPLE = 20

/** The run's id in all its evidence, so that evidence of another run is not mixed in. */
const RUN = randomUUID()
const results = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] }

// First the page without Node's types, then the server without the DOM's, then everything.
for (const half of ['web', 'server']) {
  await step(`Types of ${half}/`, [bin('typescript/bin/tsc'), '-p', `tsconfig.${half}.json`])
}
await step('Types', [bin('typescript/bin/tsc')])
await step('Lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'])
await step('Dead code', [bin('knip/bin/knip.js')])
ensureBuilt(node)
await step('Page weight', ['scripts/check-budget.ts'])
if (soak) {
  const timed = timedTests()
  await vitestStep('Unit and API tests with the volumes of a soak', 'vitest', without(timed))
  await vitestStep('Tests that measure time, one file at a time', 'vitest-timed', [
    '--no-file-parallelism',
    ...timed,
  ])
} else if (quick) {
  const slow = [...testsOfOwnProcess(), ...timedTests(), ...testsWithPrograms()]
  const args = ['--no-isolate', '--exclude', '{tests,tools}/**', ...without([...new Set(slow)])]
  await vitestStep('Unit tests, and the server on PGlite', 'vitest', args, {
    TEST_DATABASE_URL: 'off',
  })
} else {
  const alone = testsOfOwnProcess()
  // Modules stay loaded for the next file: loading was a fifth of the work.
  await vitestStep('Unit and API tests', 'vitest', ['--no-isolate', ...without(alone)])
  await vitestStep('Tests with a process of their own', 'vitest-alone', alone)
  await countedStep('Row types that no test compared', ['tests/house/unseen-templates.ts'])
}
if (!quick) {
  await stories()
  const mutants = soak ? '--continue' : `--sample=${SAMPLE}`
  await countedStep('Mutants', ['tools/mutation/run.ts', mutants])
  await countedStep('Known vulnerabilities in packages', ['scripts/audit.mjs'])
  if (publish) ensureSameCommit()
  await countedStep('Report on reliability', ['tests/reliability/report.ts', ...reportOptions()])
}
console.log(`\n${closingLines(results).join('\n')}`)
process.exit(results.failed === 0 ? 0 : 1)

/** A report that names a commit must not cover uncommitted code. */
function ensureCommitted() {
  if (!commit) fail('Publishing needs the git history: the report names its commit.')
  const changed = changedFiles()
  if (changed.length > 0) fail(`Commit these files before publishing:\n${changed.join('\n')}`)
}

function ensureSameCommit() {
  if (currentCommit() === commit && changedFiles().length === 0) return
  console.error('The code changed during the tests: nothing is published.')
  stepFailed('The code stays that of one commit')
}

/** Options for the report that are not in the evidence. */
function reportOptions() {
  const { passed, failed, skipped, flaky } = results
  return [
    ...[`--run=${RUN}`, `--passed=${passed}`, `--failed=${failed}`, `--skipped=${skipped}`],
    ...flaky.map((name) => `--flaky=${name}`),
    ...(commit ? [`--commit=${commit}`] : []),
    ...(publish ? ['--publish'] : []),
  ]
}

/** Runs the stories. A missing Firefox is a failure only in CI and when publishing. */
async function stories() {
  const CHROMIUM = ensureChromium(node)
  const FIREFOX = findOrInstallFirefox()
  const browsers = FIREFOX ? 'Chromium and Firefox' : 'Chromium'
  await testStep(`Stories in ${browsers}`, 'e2e', [bin('@playwright/test/cli.js'), 'test'], {
    CHROMIUM,
    ...(FIREFOX && { FIREFOX }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json'),
  })
  if (FIREFOX) return
  console.error(
    'The stories in Firefox were NOT run: install one (Debian: apt-get install firefox-esr) or set FIREFOX to its path.',
  )
  if (process.env.CI || publish) stepFailed('Stories in Firefox')
}

/** Runs a step that counts as one test. */
async function countedStep(title, args) {
  if (!(await run(title, args))) stepFailed(title)
}

/** A failed step counts as one test. */
function stepFailed(title) {
  results.failed++
  results.failures.push(title)
}

/** Runs one step and exits when it fails: after a failed type check the rest would be noise. */
async function step(title, args) {
  if (!(await run(title, args))) fail(`${title}: failed, see the lines above.`)
}

function without(files) {
  return files.flatMap((file) => ['--exclude', file])
}

async function vitestStep(title, report, args, env = {}) {
  const file = join(reports, `${report}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const vitest = bin('vitest/vitest.mjs')
  await testStep(title, report, [vitest, 'run', ...args, ...reporters], env)
}

/** Runs a step whose report counts tests; later steps run even when some tests fail. */
async function testStep(title, report, args, env = {}) {
  const ok = await run(title, args, env)
  const { passed, failed, skipped, flaky, failures } = readResults(join(reports, `${report}.json`))
  results.passed += passed
  results.skipped += skipped
  results.flaky.push(...flaky)
  results.failures.push(...failures)
  if (failed > 0) results.failed += failed
  else if (!ok) stepFailed(title)
  if (ok && passed === 0) fail(`${title}: no test ran.`)
}

/** Runs in its own process group, so that its child processes end with it. */
async function run(title, args, env = {}) {
  const began = Date.now()
  console.log(`\n== ${title} (${new Date().toTimeString().slice(0, 8)})`)
  const child = spawn(node, args, {
    cwd: ROOT,
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      PATH: `${bin('.bin')}:${process.env.PATH}`,
      TEST_RUN: RUN,
      ...(soak && { SOAK: '1' }),
      ...env,
    },
  })
  let interrupt = null
  const end = (signal) => {
    signalGroup(child, signal)
    setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref()
  }
  const pass = (signal) => {
    interrupt = signal
    end(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
  const late = setTimeout(() => {
    console.error(`${title}: not finished after ${STEP_MAX_MS / 60_000} minutes`)
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

/** Windows has no process groups: there only the step itself ends. */
function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The group has already ended.
  }
}
