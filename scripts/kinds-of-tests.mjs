/** Which test files cannot run beside all others, or not in one process with them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** What no test can judge a time without, wherever it has it from. */
const CLOCKS = /\b(within|mannWhitney)\(|\bperformance\.now\(/

/** What starts another process: the shop itself, or one of its scripts. */
const PROGRAMS = /\b(runProgram|runScript|spawn|fork|populate\w*)\(/

/** A module that was loaded before is not replaced any more; memory and timers are those of all before. */
const OWN_PROCESS = /\bvi\.(do)?[mM]ock\(|\b(memoryUsage|getActiveResourcesInfo)\b/

/**
 * Those that a soak runs one at a time, since beside others their limits would judge the machine:
 * all that look at a clock, whether or not they hold what they see to a limit.
 */
export function timedTests() {
  return testsWith(CLOCKS, ['server', 'tests', 'tools'])
}

/** Those that are isolated: they replace modules, or judge the memory or the timers of their process. */
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
