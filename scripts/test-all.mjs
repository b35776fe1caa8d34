/**
 * `npm run test:all`: runs what `npm test` only samples or leaves out. Parts can be run alone: `npm run test:all --
 * attacks firefox`.
 */
import { ensureChromium, findOrInstallFirefox } from './browsers.mjs'
import { ensureBuilt, fail } from './setup.mjs'
import { begin, countedStep, end, stepFailed, storiesStep, vitestStep } from './steps.mjs'

const FULL = { TEST_VOLUME: 'full' }
const ATTACKS = ['access', 'crash', 'faults', 'model', 'races', 'wire'].map((at) => `tests/${at}/`)
const BENCH = 'tools/bench/'
const OTHERS = ['contract/', 'demo/', 'scripts/', 'server/', 'web/']

const PARTS = {
  attacks: () => vitestStep('Attacks', ATTACKS, FULL),
  volumes: () => vitestStep('Volumes', OTHERS, FULL),
  'postgresql-15': () => vitestStep('PostgreSQL 15', ['server/'], { TEST_POSTGRES_VERSION: '15' }),
  stories: () => storiesStep('Stories', [], { CHROMIUM: ensureChromium(node), ...FULL }),
  firefox,
  bench,
  packages: () => countedStep('Known vulnerabilities in packages', ['scripts/audit.mjs']),
}

const asked = process.argv.slice(2)
for (const name of asked) {
  if (!(name in PARTS))
    fail(`There is no part "${name}". The parts are: ${Object.keys(PARTS).join(', ')}.`)
}
const node = begin()
ensureBuilt(node)
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) await PARTS[name]()
end()

async function bench() {
  await countedStep('Types of the bench', ['node_modules/typescript/bin/tsc', '-p', BENCH])
  await vitestStep('Bench', [BENCH], FULL)
}

async function firefox() {
  const FIREFOX = findOrInstallFirefox()
  const CHROMIUM = ensureChromium(node)
  if (FIREFOX) return storiesStep('Firefox', ['--project=firefox'], { CHROMIUM, FIREFOX, ...FULL })
  console.error(
    'Firefox was not found. Install it (on Debian: apt-get install firefox-esr), or set FIREFOX to its path.',
  )
  stepFailed('Firefox')
}
