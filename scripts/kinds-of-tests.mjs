/** Finds test files by what they need, so that they can be run separately. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

const ALL = ['contract', 'demo', 'scripts', 'server', 'tests', 'tools', 'web']

/** Matches tests that open a database, or start the shop or a script that opens one. */
const DATABASE =
  /(kit\/(shop|databases|live|empty-place|populated|program|run-script|postgres-server)|\.\/(shop|crashing-shop))\.ts'|\bopenDatabase\(/

/**
 * Matches tests whose mocks would not replace already loaded modules, or whose memory and timers would be affected by
 * earlier files.
 */
const OWN_PROCESS = /\bvi\.(do)?[mM]ock\(|\b(memoryUsage|getActiveResourcesInfo)\b/

export function testsOfOwnProcess() {
  return testsWith(OWN_PROCESS, ALL)
}

/** Test files that `npm run check` leaves out. */
export function testsWithDatabase() {
  return testsWith(DATABASE, ALL)
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
