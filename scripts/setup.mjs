/**
 * The first steps of `npm start`, `npm test` and other commands. Plain JavaScript without packages, because it runs on
 * whatever Node (20 or later) the machine has, in a fresh clone.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Flags for the server's Node. By default, V8 lets garbage grow in proportion to the maximum heap, which is 4 GB on
 * most machines, and the server uses 350 MB under load. With a maximum of 1 GB, and semi-spaces of 4 MB for new
 * objects, the server stays below 300 MB (tools/bench/results/).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=1024']

/** The folder for Node's cache of compiled modules, which makes startup 0.6 s faster. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')

export function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/**
 * Whether tests may install the system packages that they need (PostgreSQL, browsers), as root with apt-get. At a
 * terminal outside CI, they may do so only with BARQ_TEST_INSTALL=on, so that no developer's machine is changed without
 * consent. `off` forbids it everywhere.
 */
export function mayInstall(env = process.env, isTerminal = process.stdin.isTTY === true) {
  if (process.platform !== 'linux' || process.getuid() !== 0) return false
  if (!existsSync('/usr/bin/apt-get')) return false
  if (env.BARQ_TEST_INSTALL) return env.BARQ_TEST_INSTALL === 'on'
  return Boolean(env.CI) || !isTerminal
}

export function ensureInstalled() {
  const [major] = process.versions.node.split('.')
  if (Number(major) < 20) fail(`Barq needs Node 20 or later; this is ${process.version}.`)
  const installed = modified(join(ROOT, 'node_modules/.package-lock.json'))
  if (installed < modified(join(ROOT, 'package-lock.json'))) {
    console.log('Installing packages (the first time, this takes a minute) ...')
    const status = npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')
    if (status !== 0)
      fail('The packages could not be installed: fix what the lines above report, then try again.')
  }
  // Packages may not run install scripts (.npmrc), except `node`, which downloads the pinned Node.
  if (!existsSync(PINNED_NODE)) npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error')
}

function npm(...args) {
  return spawnSync('npm', args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }).status
}

const PINNED_NODE = join(
  ROOT,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * Finds the Node pinned by the lock file, so that all machines run the same version. If it could not be installed, uses
 * the machine's own Node, or exits if that is too old to run TypeScript.
 * @returns the path of the Node to use.
 */
export function pinnedNode() {
  if (existsSync(PINNED_NODE) && spawnSync(PINNED_NODE, ['--version']).status === 0) {
    return PINNED_NODE
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `The pinned Node is not available on this machine, and its own Node (${process.version}) is older than 24. ` +
      'Install Node 24 or later and try again.',
  )
}

/** The built server, relative to `ROOT`. */
export const SERVER = 'dist/server/main.js'

/**
 * Builds the page, the code that renders its first screens on the server, and the server, each only if a source is
 * newer than its build.
 */
export function ensureBuilt(node) {
  build(node, 'page', 'vite.config.ts', 'dist/web/index.html', ['web', 'scripts/build'])
  ensureRendererBuilt(node)
  ensureServerBuilt(node)
}

export function ensureRendererBuilt(node) {
  build(node, 'first screens', 'vite.render.config.ts', 'dist/render/render.js', ['web'])
}

export function ensureServerBuilt(node) {
  build(node, 'server', 'vite.server.config.ts', SERVER, ['server'])
}

function build(node, what, config, result, folders) {
  const sources = [...folders, config, 'contract', 'package-lock.json']
  const built = modified(join(ROOT, result))
  if (built >= Math.max(...sources.map((source) => newest(join(ROOT, source))))) return
  console.log(`Building the ${what} ...`)
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(node, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) fail(`The ${what} could not be built: see the lines above.`)
}

/** Runs a program in the foreground, passes signals to it, and exits with its exit code. */
export function become(command, args, env = process.env) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // npm exits without forwarding the signal that stops it; this process then gets a new parent.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}

function newest(path) {
  if (!statSync(path).isDirectory()) return modified(path)
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}
