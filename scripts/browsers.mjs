/** Finds the browsers for the stories, or installs them: with apt-get only if `mayInstall` allows it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, mayInstall, ROOT } from './setup.mjs'

/** Chromium's headless shell: the same engine as Chromium, at half the CPU time. */
const SHELL = {
  title: 'Chromium (headless shell)',
  variable: 'CHROMIUM',
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  packages: ['chromium-headless-shell', 'fonts-noto-core'],
}

const CHROMIUM = {
  title: 'Chromium',
  variable: 'CHROMIUM',
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  packages: ['chromium', 'fonts-noto-core'],
}

const FIREFOX = {
  title: 'Firefox',
  variable: 'FIREFOX',
  names: ['firefox-esr', 'firefox'],
  packages: ['firefox-esr', 'fonts-noto-core'],
}

/** @returns the path of a Chromium; if there is none and it cannot be installed, exits with a message */
export function ensureChromium(node) {
  const found =
    find(SHELL) ??
    installPackages(SHELL) ??
    find(CHROMIUM) ??
    installPackages(CHROMIUM) ??
    installByPlaywright(node)
  if (found) return found
  return fail(
    'The browser stories need Chromium. Install it (on Debian: apt-get install chromium-headless-shell, or as root: BARQ_TEST_INSTALL=on npm test), or set CHROMIUM to its path.',
  )
}

/** @returns the path of a Firefox; null if there is none and it cannot be installed */
export function findOrInstallFirefox() {
  return find(FIREFOX) ?? installPackages(FIREFOX)
}

function find({ variable, names }) {
  const named = process.env[variable]
  if (named) return existsSync(named) ? named : null
  for (const name of names) {
    const path = run('which', [name])
    if (path) return path
  }
  return null
}

function installPackages(browser) {
  if (!mayInstall()) return null
  console.log(`Installing ${browser.title} with apt-get (this takes a minute) ...`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...browser.packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return find(browser)
}

function installByPlaywright(node) {
  console.log('Installing Chromium with Playwright ...')
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(node, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) return null
  return run(node, ['-e', "console.log(require('@playwright/test').chromium.executablePath())"])
}

function run(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: ROOT })
  return status === 0 && stdout.trim() ? stdout.trim() : null
}
