/** Which test files cannot run in parallel with others, or not in the same process. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** Matches any way for a test to measure time. */
const CLOCKS = /\b(within|mannWhitney)\(|\bperformance\.now\(/

/** What starts another process: the shop itself, or one of its scripts. */
const PROGRAMS = /\b(runProgram|runScript|spawn|fork|populate\w*)\(/

/** Mocks do not replace modules that are loaded; memory and timers include those of earlier files. */
const OWN_PROCESS = /\bvi\.(do)?[mM]ock\(|\b(memoryUsage|getActiveResourcesInfo)\b/

/**
 * Test files that a soak runs one at a time, since in parallel their limits would measure the
 * machine: all files that read a clock, with or without a limit.
 */
export function timedTests() {
  return testsWith(CLOCKS, ['server', 'tests', 'tools'])
}

/**
 * Test files that are isolated: they mock modules, or check the memory or timers of their process.
 */
export function testsOfOwnProcess() {
  return testsWith(OWN_PROCESS, ['contract', 'demo', 'scripts', 'server', 'tests', 'tools', 'web'])
}

/** Those that start the whole program, some of them often: seconds each. */
export function testsWithPrograms() {
  return testsWith(PROGRAMS, ['server'])
}

function testsWith(sign, folders) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => sign.test(readFileSync(join(ROOT, path), 'utf8')))
    .sort()
}
