import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** What no test can judge a time without, wherever it has it from. */
const CLOCKS = /\b(within|mannWhitney)\(|\bperformance\.now\(/

/**
 * The server's test files that a soak runs one at a time, since beside others their limits would
 * judge the machine: all that look at a clock, whether or not they hold what they see to a limit.
 */
export function timedTests() {
  return readdirSync(join(ROOT, 'server'), { recursive: true })
    .map((path) => `server/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => CLOCKS.test(readFileSync(join(ROOT, path), 'utf8')))
    .sort()
}
