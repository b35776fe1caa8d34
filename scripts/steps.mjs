/**
 * The steps of `npm test`, `npm run check` and `npm run test:all`. Each step runs one tool; steps that run tests add
 * their results to the totals.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILE_CACHE, ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT } from './setup.mjs'
import { closingLines, readResults } from './test-results.mjs'

/** The time limit of a step, in case it hangs although every test has its own time limit. */
const STEP_MAX_MS = 60 * 60_000
/** How long a step that is being stopped may take to exit before it is killed. */
const GRACE_MS = 15_000

const reports = join(ROOT, 'coverage')
const bin = (path) => join(ROOT, 'node_modules', path)
const results = { passed: 0, failed: 0, skipped: 0, failures: [] }
let node = ''

/**
 * Installs what is missing and removes earlier reports.
 * @returns the path of the Node that runs the steps.
 */
export function begin() {
  ensureInstalled()
  node = pinnedNode()
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  return node
}

/**
 * Checks types, style, dead code, build and page weight. Exits at the first failure, because later failures would
 * mostly follow from it.
 */
export async function checkSource() {
  // Two processes at a time, each with a single thread: with more threads, they take twice the CPU time.
  const tsc = [bin('typescript/bin/tsc'), '--singleThreaded']
  const halves = async () => {
    // Checks the page without Node's types, then the server without the DOM's types.
    for (const half of ['web', 'server']) {
      await step(`Types of ${half}/`, [...tsc, '-p', `tsconfig.${half}.json`])
    }
    await step('Dead code', [bin('knip/bin/knip.js')])
  }
  const whole = async () => {
    await step('Types', tsc)
    await step('Lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'])
  }
  await Promise.all([halves(), whole()])
  ensureBuilt(node)
  await step('Page weight', ['scripts/check-budget.ts'])
}

async function step(title, args) {
  if (!(await run(title, args))) fail(`${title}: failed, see the lines above.`)
}

/**
 * Runs test files with vitest and adds their results.
 * @param args test files or folders such as `tests/wire/`; empty for all
 */
export async function vitestStep(title, args = [], env = {}) {
  const report = reportOf(title)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await testStep(title, report, [bin('vitest/vitest.mjs'), 'run', ...args, ...reporters], env)
}

export async function storiesStep(title, args, env = {}) {
  const report = reportOf(title)
  await testStep(title, report, [bin('@playwright/test/cli.js'), 'test', ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
}

function reportOf(title) {
  return join(reports, `${title.replaceAll(/\W+/g, '-')}.json`)
}

/** Runs a step without tests; if it fails, it counts as one failed test. */
export async function countedStep(title, args) {
  if (!(await run(title, args))) stepFailed(title)
}

export function stepFailed(title) {
  results.failed++
  results.failures.push(title)
}

export function end() {
  console.log(`\n${closingLines(results).join('\n')}`)
  process.exit(results.failed === 0 ? 0 : 1)
}

/** Runs a step whose report counts tests. Does not exit if some of them fail. */
async function testStep(title, report, args, env) {
  const ok = await run(title, args, env)
  const { passed, failed, skipped, failures } = readResults(report)
  results.passed += passed
  results.skipped += skipped
  results.failures.push(...failures)
  if (passed + failed === 0) fail(`${title}: no test ran.`)
  if (failed > 0) results.failed += failed
  else if (!ok) stepFailed(title)
}

/** Runs a step in its own process group, so that its child processes are killed with it. */
async function run(title, args, env = {}) {
  const began = Date.now()
  console.log(`\n== ${title} (${new Date().toTimeString().slice(0, 8)})`)
  const child = spawn(node, args, {
    cwd: ROOT,
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      // Inherited by the programs that tests start, so that they start faster, too.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PATH: `${bin('.bin')}:${process.env.PATH}`,
      ...env,
    },
  })
  let interrupt = null
  const stop = (signal) => {
    signalGroup(child, signal)
    setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref()
  }
  const pass = (signal) => {
    interrupt = signal
    stop(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
  const late = setTimeout(() => {
    console.error(
      `${title}: stopped, because it had not finished after ${STEP_MAX_MS / 60_000} minutes`,
    )
    stop('SIGTERM')
  }, STEP_MAX_MS)
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
  clearTimeout(late)
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, pass)
  if (interrupt) fail(`${title}: interrupted by ${interrupt}`)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`== ${title}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
  return status === 0
}

/** Windows has no process groups, so only the step's own process is killed there. */
function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The process group has already exited.
  }
}
