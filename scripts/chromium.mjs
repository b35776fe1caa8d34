/** Finds a Chromium for the browser stories, installing one where that is allowed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, mayInstall, ROOT } from './setup.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** @returns the path of a browser that starts; ends the process with a sentence when none can be had. */
export function ensureChromium(node) {
  const found = find() ?? installPackage() ?? installByPlaywright(node)
  if (found) return found
  return fail(
    'The browser stories need a Chromium: install one (Debian: apt-get install chromium, or as root BARQ_TEST_INSTALL=on npm test) or set CHROMIUM to its path.',
  )
}

function find() {
  const named = process.env.CHROMIUM
  if (named) return existsSync(named) ? named : null
  for (const name of NAMES) {
    const path = run('which', [name])
    if (path) return path
  }
  return null
}

function installPackage() {
  if (!mayInstall()) return null
  console.log('Installing Chromium from the system (a minute) ...')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  )
  return find()
}

function installByPlaywright(node) {
  console.log('Asking Playwright for a Chromium ...')
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(node, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) return null
  return run(node, ['-e', "console.log(require('@playwright/test').chromium.executablePath())"])
}

function run(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: ROOT })
  return status === 0 && stdout.trim() ? stdout.trim() : null
}
