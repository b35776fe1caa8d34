/** S3: packages are locked by checksum and come from the registry, and few of them are runtime dependencies. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
  dependencies?: Record<string, string>
}

const manifest = read('package.json')
const lock = read('package-lock.json')
const bench = read('tools/bench/package.json')

/**
 * The packages in the lock file, without the repository's own: its root, its workspace, and the link to the workspace.
 */
const packages = Object.entries<Locked>(lock.packages).filter(
  ([path, { resolved = path }]) => path !== '' && !manifest.workspaces.includes(resolved),
)

/**
 * Minimum versions. Earlier versions have known vulnerabilities, except for multipart, whose minimum was the newest
 * version when this list was written.
 */
const FLOORS = { fastify: '5.8.3', sharp: '0.35.0', '@fastify/multipart': '10.1.9' }

const RUNTIME_MAX = 37

const odd = packages.filter(
  ([, { integrity, resolved, link }]) =>
    link || resolved !== undefined || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
)

it('every package is from the registry, by its checksum, with no address of its own', () => {
  expect(odd).toEqual([])
  const versions = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...bench.devDependencies,
  })
  const elsewhere = versions.filter(
    ([, version]) => !/^(npm:[\w@/-]+@)?[\^~]?\d/.test(`${version}`),
  )
  expect(elsewhere).toEqual([])
  expect(packages.length).toBeGreaterThan(100)
})

/** Optional packages, such as the binaries for other platforms, that are missing from the lock file. */
const notLocked = packages.flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !packages.some(([other]) => other.endsWith(`node_modules/${name}`)))
    .map((name) => `${path} needs ${name}`),
)

it('every platform finds its binaries: no optional package is missing', () => {
  expect(notLocked, 'npm install drops other platforms: recreate the lock file').toEqual([])
})

it('no known vulnerability: versions are at least those that fixed them', () => {
  for (const [name, floor] of Object.entries(FLOORS)) {
    const version = lock.packages[`node_modules/${name}`]?.version
    expect(isAtLeast(version, floor), `${name} ${version}, at least ${floor}`).toBe(true)
  }
  expect(isAtLeast('5.8.2', '5.8.3')).toBe(false)
})

it('few packages run, and even fewer run code while they are installed', () => {
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(RUNTIME_MAX)
  const scripted = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  // Install scripts that the shop does without: fsevents is optional and only for macOS; PostgreSQL's would create
  // links, which the shop creates itself (postgres-programs.ts).
  const unused = ['fsevents', ...Object.keys(manifest.optionalDependencies)]
  const allowed = new Set([...Object.keys(manifest.allowScripts ?? {}), ...unused])
  expect(scripted.filter((name) => !allowed.has(name))).toEqual([])
})

it('no package runs code while it is installed, except the one that is rebuilt by name', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  const setup = readFileSync(join(ROOT, 'scripts/setup.mjs'), 'utf8')
  const rebuilt = [...setup.matchAll(/npm\('rebuild', '(\w+)', '--ignore-scripts=false'/g)]
  expect(rebuilt.map(([, name]) => name)).toEqual(Object.keys(manifest.allowScripts))
})

it.for([
  [
    '{"metadata":{"vulnerabilities":{"high":1,"low":2,"total":3}}}',
    1,
    'audit of runtime packages: 1 high, 2 low',
  ],
  [
    '{"metadata":{"vulnerabilities":{"moderate":1,"total":1}}}',
    0,
    'audit of runtime packages: 1 moderate',
  ],
  [
    '{"metadata":{"vulnerabilities":{"high":0,"total":0}}}',
    0,
    'audit of runtime packages: no known vulnerabilities',
  ],
  ['', 0, 'the packages could not be audited'],
] as const)('the audit of %j ends with %i', ([answer, code, sentence]) => {
  const folder = mkdtempSync(join(tmpdir(), 'barq-audit-'))
  const npm = join(folder, 'npm')
  writeFileSync(npm, `#!/bin/sh\nprintf '%s' '${answer}'\n`)
  chmodSync(npm, 0o755)

  const { status, stdout } = spawnSync(process.execPath, ['scripts/audit.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  })

  rmSync(folder, { recursive: true })
  expect([status, stdout]).toEqual([code, expect.stringContaining(sentence)])
})

/** Compares versions number by number, ignoring everything after a hyphen. */
function isAtLeast(version = '0', floor: string): boolean {
  const [have, need] = [version, floor].map((text) => text.split('-', 1)[0]?.split('.').map(Number))
  for (let place = 0; place < 3; place++) {
    const difference = (have?.[place] ?? 0) - (need?.[place] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

function read(file: string) {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
}
