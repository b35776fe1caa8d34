import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { mayInstall } from '../../scripts/setup.mjs'
import { findBinaries, findPostgres, type Machine } from './postgres-server.ts'

/** A machine with these servers; `apt` is what apt-get would install. */
function machineWith(
  versions: Record<string, number>,
  { apt = null as Record<string, number> | null, isBroken = false } = {},
) {
  let installed = versions
  const install = vi.fn(async () => {
    if (isBroken) throw new Error('no network\nand more lines')
    installed = { ...installed, ...apt }
  })
  const names = (isWanted: (name: string) => boolean) => Object.keys(installed).filter(isWanted)
  const machine: Machine = {
    packaged: async () => names((name) => !name.startsWith('npm')),
    embedded: async () => names((name) => name.startsWith('npm')),
    versionIn: async (folder) => installed[folder] ?? null,
    mayInstall: async () => apt !== null || isBroken,
    install,
  }
  return { machine, install }
}

const said = vi.spyOn(console, 'log').mockImplementation(() => {})

it.for([
  ['the machine has it', { '/pg/17': 17, npm: 18 }, '/pg/17'],
  ['the first folder is too old', { '/pg/14': 14, '/pg/15': 15 }, '/pg/15'],
  ['only npm has it', { '/pg/14': 14, npm: 18 }, 'npm'],
] as const)('when %s nothing is installed', async ([, versions, folder]) => {
  const { machine, install } = machineWith(versions, { apt: { '/pg/16': 16 } })

  expect(await findBinaries(machine)).toBe(folder)
  expect(install).not.toHaveBeenCalled()
})

it('installs one, once, where that needs no question', async () => {
  const { machine, install } = machineWith({ '/pg/14': 14 }, { apt: { '/pg/16': 16 } })

  expect(await findBinaries(machine)).toBe('/pg/16')
  expect(install).toHaveBeenCalledTimes(1)
})

it.for([
  ['it may not be installed', {}],
  ['what was installed is too old', { apt: { '/pg/13': 13 } }],
  ['installing fails', { isBroken: true }],
] as const)('there is none when %s', async ([, options]) => {
  const { machine } = machineWith({}, options)

  expect(await findBinaries(machine)).toBeNull()
})

it.for([
  ['at a terminal', {}, true, false],
  ['at a terminal where it is requested', { BARQ_TEST_INSTALL: 'on' }, true, true],
  ['without a terminal', {}, false, true],
  ['in CI', { CI: 'true' }, true, true],
  ['in CI where it is forbidden', { CI: 'true', BARQ_TEST_INSTALL: 'off' }, false, false],
] as const)('root %s: installing is allowed or not', ([, env, isTerminal, isAllowed], { skip }) => {
  // On other systems it is never allowed.
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return skip()

  expect(mayInstall(env, isTerminal)).toBe(isAllowed)
})

it('says in one line why installing failed', async () => {
  await findBinaries(machineWith({}, { isBroken: true }).machine)

  expect(said).toHaveBeenLastCalledWith('apt-get could not install it: no network')
})

it('uses the given server, and none when it is turned off', async () => {
  expect(await findPostgres({ TEST_DATABASE_URL: 'postgres://there' })).toMatchObject({
    url: 'postgres://there',
  })
  expect(await findPostgres({ TEST_DATABASE_URL: 'off' })).toEqual({
    missing: 'TEST_DATABASE_URL is off',
  })
})
