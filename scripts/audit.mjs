/**
 * `npm run audit:packages`: prints the known vulnerabilities in the runtime packages, according to `npm audit`. If the
 * registry returns no report (a mirror, no network), the output says so instead of "no known vulnerabilities".
 */
import { spawnSync } from 'node:child_process'
import { ROOT } from './setup.mjs'

const LEVEL = 'high'

const { stdout } = spawnSync('npm', ['audit', `--audit-level=${LEVEL}`, '--omit=dev', '--json'], {
  cwd: ROOT,
  encoding: 'utf8',
  timeout: 30_000,
  maxBuffer: 2 ** 26,
  shell: process.platform === 'win32',
})
const { exitCode, message } = verdictOf(stdout ?? '')
console.log(message)
process.exitCode = exitCode

/** @returns the message, and a nonzero exit code only if the registry reported a high or critical vulnerability */
function verdictOf(output) {
  const counts = parsed(output)?.metadata?.vulnerabilities
  if (!counts) {
    const message = 'the packages could not be audited: the registry returned no audit report'
    return { exitCode: 0, message }
  }
  const grave = (counts.high ?? 0) + (counts.critical ?? 0)
  const all = Object.entries(counts)
    .filter(([name, count]) => name !== 'total' && count > 0)
    .map(([name, count]) => `${count} ${name}`)
  const found = all.length > 0 ? all.join(', ') : 'no known vulnerabilities'
  return { exitCode: grave > 0 ? 1 : 0, message: `audit of runtime packages: ${found}` }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
