/** What a backup is refused for, and what becomes of one that is old. */
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { layTestPGlite } from '../../testing/engines.ts'
import { checkInvariants } from '../../testing/invariants.ts'
import { populate } from '../../testing/populated.ts'
import { runScript } from '../../testing/run-script.ts'
import { askForCopy } from '../db/copy-channel.ts'
import { openDatabase } from '../db/database.ts'
import { createMigrator, migrate, migrationNames } from '../db/migrate.ts'
import { pack, unpack } from './archive.ts'
import { backUp, type ShopPlace } from './backup.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { restore } from './restore.ts'

describe('a backup of an embedded shop', () => {
  let root: string
  let dataDir: string
  let shop: ShopPlace
  const quiet = () => {}
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'barq-embedded-'))
    dataDir = join(root, 'data')
    shop = { databaseUrl: null, dataDir, s3: null }
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  async function fill(): Promise<void> {
    await layTestPGlite(dataDir)
    const db = await openDatabase(shop)
    await sql`insert into app_user (username, email) values ('One', 'one@barq.example')`.execute(
      db.read,
    )
    await db.close()
  }

  it('that is stopped is saved from its files, and a killed backup leaves nothing for long', async () => {
    await fill()
    const old = join(dataDir, 'copy-0123456789abcdef')
    await mkdir(join(old, 'pglite'), { recursive: true })
    await utimes(old, 0, 0)

    const { manifest } = await backUp(shop, join(root, 'backups'), quiet)

    expect(manifest.rows.app_user).toBe(1)
    expect((await readdir(dataDir)).sort()).toEqual(['pglite'])
  })

  it('that is not there is said to be missing, and none is made', async () => {
    await expect(backUp(shop, join(root, 'backups'), quiet)).rejects.toThrow('there is no shop in')
    expect(await readdir(dataDir)).toEqual([])
  })

  it('of an older version is brought up to date when it comes back', async () => {
    const names = await migrationNames()
    const db = await openDatabase(shop)
    for (const name of names.slice(0, -1)) {
      const { error } = await createMigrator(db.root).migrateTo(name)
      expect(error).toBeUndefined()
      await populate(db.root as unknown as Kysely<never>, name)
    }
    await db.close()
    const { file, manifest } = await backUp(shop, join(root, 'backups'), quiet)
    expect(manifest.migrations).toEqual(names.slice(0, -1))

    const elsewhere = { ...shop, dataDir: join(root, 'elsewhere') }
    const back = await restore(elsewhere, {
      file,
      replace: false,
      progress: quiet,
      check: async (restored) => (await checkInvariants(restored.read)).map(({ rule }) => rule),
    })

    expect(back).toMatchObject({ migrated: names.slice(-1), kept: null })
    expect(await readdir(elsewhere.dataDir)).toEqual(['pglite'])
  })

  it.for([
    ['of another kind of database', { engine: 'postgres' }, 'set DATABASE_URL'],
    ['of a newer version', { migrations: ['9999-later'] }, 'of a newer Barq (9999-later)'],
    ['of a form of its own', { format: 2 }, 'this backup has format 2'],
  ] as const)('refuses a backup %s', async ([, differs, reason]) => {
    const manifest = { format: 1, engine: 'pglite', migrations: [], rows: {}, ...differs }
    const staging = join(root, 'staging')
    await mkdir(staging)
    await writeFile(join(staging, 'manifest.json'), JSON.stringify(manifest))
    const file = join(root, 'odd.tar.gz')
    await pack(staging, file, quiet)

    const options = { file, replace: true, progress: quiet, check: async () => [] }
    await expect(restore(shop, options)).rejects.toThrow(reason)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('whose rows are not all there, or whose rules are broken, does not come back', async () => {
    await fill()
    const { file } = await backUp(shop, join(root, 'backups'), quiet)
    const options = { file, replace: true, progress: quiet }
    const broken = { ...options, check: async () => ['E1'] }
    await expect(restore(shop, broken)).rejects.toThrow('rules are broken in it: E1')

    const staging = join(root, 'staging')
    await mkdir(staging)
    await unpack(file, staging, quiet)
    const manifest = await readManifest(staging)
    await writeManifest(staging, { ...manifest, rows: { ...manifest.rows, app_user: 2 } })
    const short = join(root, 'short.tar.gz')
    await pack(staging, short, quiet)
    const check = async () => []
    await expect(restore(shop, { ...options, file: short, check })).rejects.toThrow(
      '1 of 2 rows of app_user came back',
    )
    expect((await readdir(dataDir)).sort()).toEqual(['pglite'])
  })

  it('opens where there can be no socket, and has to be stopped for its backup', async () => {
    await mkdir(join(dataDir, 'barq.sock', 'in-the-way'), { recursive: true })
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const db = await openDatabase(shop)
    await migrate(db)

    const { code, says } = await runScript('backup', ['--to', join(root, 'b')], {
      DATA_DIR: dataDir,
    })

    expect([code, says]).toEqual([1, expect.stringContaining(`in use by process ${process.pid}`)])
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('no backup while the shop is open'))
    warned.mockRestore()
    await db.close()
  })

  it('copies to no place that somebody else names', async () => {
    const db = await openDatabase(shop)
    for (const name of ['../elsewhere', 'copy-x', 'media', join(root, 'copy-0123456789abcdef')]) {
      await expect(askForCopy(dataDir, name)).rejects.toThrow('no name for a copy')
    }
    const { mode } = await stat(join(dataDir, 'barq.sock'))
    expect(mode & 0o077).toBe(0)
    await db.close()
    expect(await askForCopy(dataDir, 'copy-0123456789abcdef')).toBeNull()
  })
})
