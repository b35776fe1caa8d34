/** Why backups are refused, and how old ones are restored. */
import { once } from 'node:events'
import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostgresDatabase, hasEngine, layTestPGlite } from '#tests/kit/engines.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { populate } from '#tests/kit/populated.ts'
import { runScript } from '#tests/kit/run-script.ts'
import { askForCopy } from '../db/copy-channel.ts'
import { openDatabase } from '../db/database.ts'
import { lockDirectory } from '../db/directory-lock.ts'
import { createMigrator, migrate, migrationNames } from '../db/migrate.ts'
import { pack, unpack } from './archive.ts'
import { backUp, type ShopPlace } from './backup.ts'
import { assertComplete, findInterrupted, markInterrupted, markOf } from './interrupted.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { identifyPostgres, readPostgres } from './postgres-tools.ts'
import { restore } from './restore.ts'

/** A folder that is mounted cannot be moved: its name, as it is in a path. */
const mounted = vi.hoisted(() => ({ path: '' }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>()
  return {
    ...real,
    async rename(from: string, to: string) {
      if (from === mounted.path) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
      return real.rename(from, to)
    },
  }
})

afterEach(() => {
  mounted.path = ''
})

/** The contents of a data folder without the lock file, which stays. */
async function contents(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== 'barq.lock.db').sort()
}

const elsewhere = { engine: 'postgres', database: 'another of server 1' } as const

describe.skipIf(!hasEngine('pglite'))('a backup of an embedded shop', () => {
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
      db.run,
    )
    await db.close()
  }

  it('that is stopped is saved from its files, and leftovers of a killed backup are removed', async () => {
    await fill()
    const old = join(dataDir, 'copy-0123456789abcdef')
    await mkdir(join(old, 'pglite'), { recursive: true })
    await utimes(old, 0, 0)
    const backups = join(root, 'backups')
    const draft = join(backups, 'barq-2026-01-02T03-04-05Z.tar.gz.part')
    await mkdir(backups)
    await writeFile(draft, 'half of one')
    await utimes(draft, 0, 0)
    // Of a concurrent backup, which ends between listing and reading.
    await symlink('gone', join(dataDir, 'copy-fedcba9876543210'))

    const { manifest, file } = await backUp(shop, backups, quiet)

    expect(manifest.rows.app_user).toBe(1)
    expect(await readdir(backups)).toEqual([basename(file)])
    await rm(join(dataDir, 'copy-fedcba9876543210'))
    expect(await contents(dataDir)).toEqual(['pglite'])
  })

  it('that does not exist is reported missing, and none is created', async () => {
    await expect(backUp(shop, join(root, 'backups'), quiet)).rejects.toThrow('there is no shop in')
    expect(await contents(dataDir)).toEqual([])
  })

  it('of an older version is migrated when it is restored', async () => {
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
      check: async (restored) => (await checkInvariants(restored.run)).map(({ rule }) => rule),
    })

    expect(back).toMatchObject({ migrated: names.slice(-1), kept: null })
    expect(await contents(elsewhere.dataDir)).toEqual(['pglite'])
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
    expect(await contents(dataDir)).toEqual([])
  })

  it('with missing rows or broken rules is not restored', async () => {
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
    expect(await contents(dataDir)).toEqual(['pglite'])
  })

  it('stays as it was when its pictures cannot be moved', async () => {
    await fill()
    const { file } = await backUp(shop, join(root, 'backups'), quiet)
    await mkdir(join(dataDir, 'media', 'mine'), { recursive: true })
    mounted.path = join(dataDir, 'media')
    const options = { file, replace: true, progress: quiet, check: async () => [] }

    await expect(restore(shop, options)).rejects.toThrow('busy; the shop is as it was')

    expect(await contents(dataDir)).toEqual(['media', 'pglite'])
    await assertComplete(dataDir)
    mounted.path = ''
    const { kept } = await restore(shop, options)
    expect((await readdir(kept ?? '')).sort()).toEqual(['media', 'pglite'])
  })

  it('gets back what an interrupted restore had put aside when this one fails', async () => {
    await fill()
    const { file } = await backUp(shop, join(root, 'backups'), quiet)
    const kept = join(dataDir, 'replaced-before')
    await mkdir(join(kept, 'pglite', 'of-before'), { recursive: true })
    await mkdir(join(dataDir, 'media', 'mine'), { recursive: true })
    const target = { engine: 'pglite', database: dataDir } as const
    await markInterrupted(dataDir, { target, file, kept })
    mounted.path = join(dataDir, 'media')
    const options = { file, replace: true, progress: quiet, check: async () => [] }

    await expect(restore(shop, options)).rejects.toThrow('busy; the shop is as it was')

    expect(await contents(dataDir)).toEqual(['media', 'pglite'])
    expect(await readdir(join(dataDir, 'pglite'))).toEqual(['of-before'])
  })

  it('does not use what a restore into another database has kept', async () => {
    await fill()
    const { file } = await backUp(shop, join(root, 'backups'), quiet)
    const kept = join(root, 'replaced', 'barq.tar.gz')
    await markInterrupted(dataDir, { target: elsewhere, file, kept })
    const options = { file, replace: true, progress: quiet, check: async () => [] }

    await expect(restore(shop, options)).rejects.toThrow(
      `a restore into another database (postgres, another of server 1) was cut off with this DATA_DIR: complete it there first, or remove ${markOf(dataDir)}`,
    )
    expect((await findInterrupted(dataDir))?.kept).toBe(kept)
  })

  it.for(['', '{"file":"/b', '{"file":"/b.tar.gz","kept":null}', 'null'])(
    'does not start with the mark "%s"',
    async (text) => {
      await mkdir(dataDir)
      await writeFile(markOf(dataDir), text)

      await expect(assertComplete(dataDir)).rejects.toThrow(
        `what it kept is not known since ${markOf(dataDir)} cannot be read`,
      )
    },
  )

  it('with an unreadable mark is replaced by a restore, which keeps all that it finds', async () => {
    await fill()
    const { file } = await backUp(shop, join(root, 'backups'), quiet)
    await writeFile(markOf(dataDir), '')
    await mkdir(join(dataDir, 'media'))
    mounted.path = join(dataDir, 'media')
    const options = { file, replace: true, progress: quiet, check: async () => [] }
    await expect(restore(shop, options)).rejects.toThrow('the shop is as it was')
    await expect(assertComplete(dataDir)).rejects.toThrow('a restore was cut off')
    mounted.path = ''

    const { kept } = await restore(shop, options)

    expect((await readdir(kept ?? '')).sort()).toEqual(['media', 'pglite'])
    await assertComplete(dataDir)
  })

  it('is not saved, and its demo not cleared, after an interrupted restore', async () => {
    await fill()
    const target = { engine: 'pglite', database: dataDir } as const
    const file = join(root, "the owner's backups", 'barq.tar.gz')
    await markInterrupted(dataDir, { target, file, kept: null })

    const reason = `a restore was cut off: run it again with npm run restore -- '${file.replace("'", "'\\''")}' --replace`
    await expect(backUp(shop, join(root, 'backups'), quiet)).rejects.toThrow(reason)
    const env = { DATA_DIR: dataDir }
    for (const [script, args] of [
      ['backup', ['--to', join(root, 'b')]],
      ['demo-clear', ['--yes']],
    ] as const) {
      const { code, output } = await runScript(script, args, env)
      expect([code, output]).toEqual([1, expect.stringContaining(reason)])
    }
    await expect(access(join(root, 'b'))).rejects.toThrow()
  })

  it('is reported in use while a restore is under way', async () => {
    const target = { engine: 'pglite', database: dataDir } as const
    await mkdir(dataDir)
    await markInterrupted(dataDir, { target, file: '/b.tar.gz', kept: null })
    const unlock = await lockDirectory(dataDir)

    await expect(assertComplete(dataDir)).rejects.toThrow(`in use by process ${process.pid}`)
    await unlock()
  })

  it('opens where a socket is impossible, and has to be stopped for its backup', async () => {
    await mkdir(join(dataDir, 'barq.sock', 'in-the-way'), { recursive: true })
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const db = await openDatabase(shop)
    await migrate(db)

    const { code, output } = await runScript('backup', ['--to', join(root, 'b')], {
      DATA_DIR: dataDir,
    })

    expect([code, output]).toEqual([1, expect.stringContaining(`in use by process ${process.pid}`)])
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('no backup while the shop is open'))
    warned.mockRestore()
    await db.close()
  })

  it('cannot be written to an unwritable place, with an explanation', async () => {
    await fill()
    await writeFile(join(root, 'file'), '')

    const refused = backUp(shop, join(root, 'file', 'backups'), quiet)
    await expect(refused).rejects.toThrow(`no backup can be put into ${join(root, 'file')}`)
  })

  it('closes although a silent client holds its socket', async () => {
    const db = await openDatabase(shop)
    const mute = connect(join(dataDir, 'barq.sock'))
    mute.on('error', () => {})
    await once(mute, 'connect')
    const cut = once(mute, 'close')

    await db.close()
    await cut
  })

  it('copies to no place that a client names', async () => {
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

describe.skipIf(!hasEngine('postgres'))('an unsound backup restored into PostgreSQL', () => {
  let root: string
  let shop: ShopPlace & { databaseUrl: string }
  let file: string
  let drop: () => Promise<void>
  const quiet = () => {}
  const people = async () => (await readPostgres(shop.databaseUrl)).rows.app_user

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'barq-unsound-'))
    const database = await createPostgresDatabase()
    drop = database.drop
    shop = { databaseUrl: database.url, dataDir: join(root, 'data'), s3: null }
    await mkdir(join(shop.dataDir, 'media', 'old'), { recursive: true })
    await add('one')
    file = (await backUp(shop, join(root, 'backups'), quiet)).file
    await rm(join(shop.dataDir, 'media', 'old'), { recursive: true })
    await mkdir(join(shop.dataDir, 'media', 'new'))
  })
  afterEach(async () => {
    await drop()
    await rm(root, { recursive: true, force: true })
  })

  async function add(name: string): Promise<void> {
    const db = await openDatabase(shop)
    await sql`insert into app_user (username, email) values (${name}, ${`${name}@barq.example`})`
      .execute(db.run)
      .finally(() => db.close())
  }

  /** The same backup, whose manifest claims one row more. */
  async function short(): Promise<string> {
    const staging = join(root, 'staging')
    await mkdir(staging)
    await unpack(file, staging, quiet)
    const manifest = await readManifest(staging)
    await writeManifest(staging, { ...manifest, rows: { ...manifest.rows, app_user: 2 } })
    await pack(staging, join(root, 'short.tar.gz'), quiet)
    return join(root, 'short.tar.gz')
  }

  it.for([
    ['whose rules are broken', async () => file, ['E1'], 'rules are broken in it: E1'],
    ['whose rows are not all there', short, [], '1 of 2 rows of app_user came back'],
  ] as const)('%s: the shop stays as it was, and its safety copy is named', async (one) => {
    const [, archive, broken, reason] = one
    await add('two')
    const options = { replace: true, progress: quiet, check: async () => [...broken] }

    const refused = restore(shop, { ...options, file: await archive() }).catch(
      ({ message }) => message,
    )

    const message = await refused
    expect(message).toContain(`${reason}; the database is as it was, which `)
    const [, safety = ''] = /which (\S+) holds/.exec(message) ?? []
    expect((await stat(safety)).size).toBeGreaterThan(0)
    expect(await people()).toBe(2)
    expect(await readdir(join(shop.dataDir, 'media'))).toEqual(['new'])
    expect(await contents(shop.dataDir)).toEqual(['media'])
  })

  it('over an empty database leaves it empty again', async () => {
    const db = await openDatabase(shop)
    await sql`delete from app_user`.execute(db.run).finally(() => db.close())
    const options = { file, replace: false, progress: quiet, check: async () => ['E1'] }

    await expect(restore(shop, options)).rejects.toThrow(
      'rules are broken in it: E1; the database is empty now',
    )
    expect(await readPostgres(shop.databaseUrl)).toEqual({ migrations: [], rows: {} })
  })

  it('does not remove the tables of others', async () => {
    const other = await createPostgresDatabase({ isEmpty: true })
    const their = new pg.Client({ connectionString: other.url })
    await their.connect()
    await their.query('create table "Invoice" (id integer); insert into "Invoice" values (1)')
    try {
      const into = { ...shop, databaseUrl: other.url }
      const options = { file, replace: true, progress: quiet, check: async () => [] }
      await expect(restore(into, options)).rejects.toThrow(
        'holds tables of something else (Invoice), which a restore would remove',
      )
      expect((await their.query('select id from "Invoice"')).rows).toEqual([{ id: 1 }])
    } finally {
      await their.end()
      await other.drop()
    }
  })

  it('after an interrupted first start has nothing to keep', async () => {
    const other = await createPostgresDatabase({ isEmpty: true })
    const client = new pg.Client({ connectionString: other.url })
    await client.connect()
    await client.query('create table kysely_migration (name text)')
    await client.end()
    try {
      const into = { ...shop, databaseUrl: other.url }
      const options = { file, replace: false, progress: quiet, check: async () => [] }
      expect((await restore(into, options)).kept).toBeNull()
    } finally {
      await other.drop()
    }
  })

  it('needs consent to replace notes of others, and saves them in the safety copy', async () => {
    const db = await openDatabase(shop)
    await sql`delete from app_user`.execute(db.run)
    await sql`create table "Notes" (text text)`.execute(db.run)
    await sql`insert into "Notes" values ('call back')`.execute(db.run).finally(() => db.close())
    const options = { file, progress: quiet, check: async () => [] }

    await expect(restore(shop, { ...options, replace: false })).rejects.toThrow('holds a shop')
    const { kept } = await restore(shop, { ...options, replace: true })

    const staging = join(root, 'kept')
    await mkdir(staging)
    await unpack(kept ?? '', staging, quiet)
    const names = await readdir(staging)
    const dump = names.find((name) => name.endsWith('.dump')) ?? ''
    expect(await readFile(join(staging, dump), 'latin1')).toContain('call back')
  })

  it('does not replace another database than that of the interrupted restore', async () => {
    await markInterrupted(shop.dataDir, { target: elsewhere, file, kept: null })
    const options = { file, replace: true, progress: quiet, check: async () => ['E1'] }

    await expect(restore(shop, options)).rejects.toThrow(
      'a restore into another database (postgres, another of server 1) was cut off',
    )
    expect(await people()).toBe(1)
  })

  it('that fails over the rest of an interrupted restore saves it, and it stays interrupted', async () => {
    await add('two')
    const target = {
      engine: 'postgres',
      database: await identifyPostgres(shop.databaseUrl),
    } as const
    await markInterrupted(shop.dataDir, { target, file, kept: null })
    const options = { file, replace: true, progress: quiet, check: async () => ['E1'] }

    await expect(restore(shop, options)).rejects.toThrow('the database is as it was, which ')

    expect(await people()).toBe(2)
    expect(await readdir(join(shop.dataDir, 'media'))).toEqual(['new'])
    const interrupted = await findInterrupted(shop.dataDir)
    expect((await stat(interrupted?.kept ?? '')).size).toBeGreaterThan(0)
    const again = await restore(shop, { ...options, check: async () => [] })
    expect(again.kept).toBe(interrupted?.kept)
    expect(await people()).toBe(1)
  })

  it('treats another address as the same database, and another name as another', async () => {
    const other = await createPostgresDatabase({ isEmpty: true })
    try {
      const one = await identifyPostgres(shop.databaseUrl)
      const again = new URL(shop.databaseUrl)
      again.searchParams.set('application_name', 'another')
      expect(await identifyPostgres(again.href)).toBe(one)
      expect(one).toMatch(/ of server \d+$/)
      expect(await identifyPostgres(other.url)).not.toBe(one)
    } finally {
      await other.drop()
    }
  })
})
