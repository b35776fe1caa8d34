/** Which of the server's test files cannot run beside all others, or not in one process with them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** What no test can judge a time without, wherever it has it from. */
const CLOCKS = /\b(within|mannWhitney)\(|\bperformance\.now\(/

/** A module that was loaded before is not replaced any more, and memory is that of all before. */
const OWN_PROCESS = /\bvi\.(do)?[mM]ock\(|\bmemoryUsage\b/

/**
 * Those that a soak runs one at a time, since beside others their limits would judge the machine:
 * all that look at a clock, whether or not they hold what they see to a limit.
 */
export function timedTests() {
  return testsWith(CLOCKS)
}

/** Those that replace modules or judge the memory of their process. */
export function testsOfOwnProcess() {
  return testsWith(OWN_PROCESS)
}

function testsWith(sign) {
  return readdirSync(join(ROOT, 'server'), { recursive: true })
    .map((path) => `server/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => sign.test(readFileSync(join(ROOT, path), 'utf8')))
    .sort()
}
