import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { populate } from '#tests/kit/populated.ts'
import { runScript } from '#tests/kit/run-script.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { openDatabase } from '../db/database.ts'
import { createMigrator, migrationNames } from '../db/migrate.ts'
import { pack, unpack } from './archive.ts'
import { backUp, type ShopPlace } from './backup.ts'
import { identifyDatabase, readDatabase } from './inspect-database.ts'
import { assertComplete, findInterrupted, markInterrupted, markOf } from './interrupted.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { restore } from './restore.ts'

const quiet = () => {}
const elsewhere = 'another of server 1'

let root: string
let shop: ShopPlace & { databaseUrl: string }

/** The shop has no database until a test creates one. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'barq-restore-'))
  shop = { databaseUrl: 'postgres://none', dataDir: join(root, 'data'), s3: null }
  await mkdir(join(shop.dataDir, 'media', 'old'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const people = async () => (await readDatabase(shop.databaseUrl)).rows.app_user
const contents = async () => (await readdir(shop.dataDir)).sort()

async function run(statement: RawBuilder<unknown>): Promise<void> {
  const db = await openDatabase(shop)
  await statement.execute(db.run).finally(() => db.close())
}

const add = (name: string) =>
  run(sql`insert into app_user (username, email) values (${name}, ${`${name}@barq.example`})`)

/** @returns the URL of a new database, migrated unless the options say otherwise. */
async function newDatabase(options?: Parameters<typeof createTestDatabase>[0]): Promise<string> {
  const database = await createTestDatabase(options)
  onTestFinished(database.drop)
  return database.url
}

const emptyDatabase = () => newDatabase({ isEmpty: true })

/**
 * Restores the file, over the shop by default.
 * @param broken the rules that the check reports as broken.
 */
function bringBack(
  file: string,
  { into = shop as ShopPlace, replace = true, broken = [] as readonly string[] } = {},
) {
  return restore(into, { file, replace, progress: quiet, check: async () => [...broken] })
}

/** Runs `then` after each statement passed as a string, before its result is returned. */
function afterQueries(then: (statement: string) => Promise<void>) {
  const query = pg.Client.prototype.query
  return vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const answer = Reflect.apply(query, this, args)
    const [statement] = args
    if (typeof statement !== 'string') return answer
    return answer.then(async (result: unknown) => {
      await then(statement)
      return result
    })
  } as never)
}

describe('a backup', () => {
  it('removes leftovers of one that was killed', async () => {
    shop.databaseUrl = await newDatabase()
    const old = join(shop.dataDir, 'copy-0123456789abcdef')
    await mkdir(join(old, 'tables'), { recursive: true })
    await utimes(old, 0, 0)
    const backups = join(root, 'backups')
    const draft = join(backups, 'barq-2026-01-02T03-04-05Z.tar.gz.part')
    await mkdir(backups)
    await writeFile(draft, 'half of one')
    await utimes(draft, 0, 0)
    // Simulates the folder of a concurrent backup that is removed between listing and reading.
    await symlink('gone', join(shop.dataDir, 'copy-fedcba9876543210'))

    const { file } = await backUp(shop, backups, quiet)

    expect(await readdir(backups)).toEqual([basename(file)])
    await rm(join(shop.dataDir, 'copy-fedcba9876543210'))
    expect(await contents()).toEqual(['media'])
  })

  it('of an embedded shop that does not exist is refused, and none is created', async () => {
    const embedded = { ...shop, databaseUrl: null }
    await expect(backUp(embedded, join(root, 'b'), quiet)).rejects.toThrow('there is no shop in')
    expect(await contents()).toEqual(['media'])
  })

  it.runIf(IS_FULL)('of an older version is migrated when it is restored', async () => {
    const [old, empty] = [await emptyDatabase(), await emptyDatabase()]
    const names = await migrationNames()
    const place = { ...shop, databaseUrl: old }
    const db = await openDatabase(place)
    for (const name of names.slice(0, -1)) {
      const { error } = await createMigrator(db.root).migrateTo(name)
      expect(error).toBeUndefined()
      await populate(db.root as unknown as Kysely<never>, name)
    }
    await db.close()
    const { file, manifest } = await backUp(place, join(root, 'backups'), quiet)
    expect(manifest.migrations).toEqual(names.slice(0, -1))

    const into = { ...shop, databaseUrl: empty, dataDir: join(root, 'elsewhere') }
    const back = await restore(into, {
      file,
      replace: false,
      progress: quiet,
      check: async (restored) => (await checkInvariants(restored)).map(({ rule }) => rule),
    })

    expect(back).toMatchObject({ migrated: names.slice(-1), kept: null })
    expect(await readdir(into.dataDir)).toEqual(['media'])
  })

  it.for([
    ['of a newer version', { migrations: ['9999-later'] }, 'a newer version of Barq (9999-later)'],
    [
      'of an older format',
      { format: 1 },
      'format 1: restore it with the older version of Barq that created it',
    ],
    [
      'of a newer format',
      { format: 3 },
      'format 3: restore it with the newer version of Barq that created it',
    ],
    ['without counts of its rows', { rows: undefined }, 'its manifest is incomplete'],
    ['with a broken manifest', '{"format":2', 'its manifest cannot be read'],
    ['with an empty manifest', 'null', 'its manifest cannot be read'],
  ] as const)('%s is refused', async ([, differs, reason]) => {
    const whole = { format: 2, migrations: [], rows: {}, columns: {}, sequences: {} }
    const text = typeof differs === 'string' ? differs : JSON.stringify({ ...whole, ...differs })
    const staging = join(root, 'staging')
    await mkdir(staging)
    await writeFile(join(staging, 'manifest.json'), text)
    const file = join(root, 'odd.tar.gz')
    await pack(staging, file, quiet)

    await expect(bringBack(file)).rejects.toThrow(reason)
    expect(await contents()).toEqual(['media'])
  })

  it('cannot be written to an unwritable place, with an explanation', async () => {
    await writeFile(join(root, 'file'), '')
    const place = { ...shop, dataDir: join(root, 'file', 'data') }
    // Scripts print only the message of an error with a `path`, not its stack trace.
    await expect(backUp(place, join(root, 'b'), quiet)).rejects.toMatchObject({
      path: place.dataDir,
      message: expect.stringMatching(/^ENOTDIR/),
    })

    const refused = backUp(shop, join(root, 'file', 'backups'), quiet)
    await expect(refused).rejects.toThrow(`cannot write a backup to ${join(root, 'file')}`)
  })
})

describe('an interrupted restore', () => {
  it.for(['', '{"file":"/b', '{"file":"/b.tar.gz","kept":null}', 'null'])(
    'leaves the mark "%s", with which no shop starts',
    async (text) => {
      await writeFile(markOf(shop.dataDir), text)

      await expect(assertComplete(shop.dataDir)).rejects.toThrow(
        `${markOf(shop.dataDir)}, which says where it saved the previous data, cannot be read`,
      )
    },
  )

  it.runIf(IS_FULL)('lets nobody take a backup or clear the demo', async () => {
    shop.databaseUrl = await newDatabase()
    const file = join(root, "the owner's backups", 'barq.tar.gz')
    await markInterrupted(shop.dataDir, { target: elsewhere, file, kept: null })

    const reason = `run it again with npm run restore -- '${file.replace("'", "'\\''")}' --replace`
    await expect(backUp(shop, join(root, 'backups'), quiet)).rejects.toThrow(reason)
    const env = { DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl }
    for (const [script, args] of [
      ['backup', ['--to', join(root, 'b')]],
      ['demo-clear', ['--yes']],
    ] as const) {
      const { code, output } = await runScript(script, args, env)
      expect([code, output]).toEqual([1, expect.stringContaining(reason)])
    }
    await expect(access(join(root, 'b'))).rejects.toThrow()
  })

  it('is marked before it looks for others, and not when it finds them', async () => {
    shop.databaseUrl = await newDatabase()
    await add('one')
    const { file } = await backUp(shop, join(root, 'backups'), quiet)
    const other = new pg.Client({ connectionString: shop.databaseUrl })
    await other.connect()
    const marks: unknown[] = []
    const spy = afterQueries(async (statement) => {
      if (/pg_stat_activity/.test(statement)) marks.push(await findInterrupted(shop.dataDir))
    })

    await expect(bringBack(file)).rejects.toThrow('the database is in use (other connections: 1)')

    spy.mockRestore()
    await other.end()
    expect(marks).toMatchObject([{ file, kept: null }])
    expect(await contents()).toEqual(['media'])
  })

  it('of another database keeps its mark', async () => {
    shop.databaseUrl = await newDatabase()
    const { file } = await backUp(shop, join(root, 'backups'), quiet)
    const kept = join(root, 'replaced', 'barq.tar.gz')
    await markInterrupted(shop.dataDir, { target: elsewhere, file, kept })

    await expect(bringBack(file)).rejects.toThrow(
      `a restore into another database (another of server 1) was interrupted with this DATA_DIR: complete it there first, or remove ${markOf(shop.dataDir)}`,
    )
    expect((await findInterrupted(shop.dataDir))?.kept).toBe(kept)
  })
})

describe('an unsound backup', () => {
  let file: string
  /** The backed-up database, with one account. */
  let saved: string

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'barq-saved-'))
    const { url, drop } = await createTestDatabase()
    saved = url
    shop = { databaseUrl: url, dataDir: join(root, 'data'), s3: null }
    await mkdir(join(shop.dataDir, 'media', 'old'), { recursive: true })
    await add('one')
    file = (await backUp(shop, join(root, 'backups'), quiet)).file
    const folder = root
    return async () => {
      await drop()
      await rm(folder, { recursive: true })
    }
  })
  beforeEach(async () => {
    shop.databaseUrl = await newDatabase({ copyOf: saved })
    await rm(join(shop.dataDir, 'media', 'old'), { recursive: true })
    await mkdir(join(shop.dataDir, 'media', 'new'))
  })
  /** A backup whose manifest claims one more row than it contains. */
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
    [
      'whose rules are broken',
      async () => file,
      ['E1'],
      'the restored data violates these rules: E1',
    ],
    ['whose rows are not all there', short, [], '1 of 2 rows of app_user were restored'],
  ] as const)('%s: the shop stays as it was, and its safety copy is named', async (one) => {
    const [, archive, broken, reason] = one
    await add('two')

    const message = await bringBack(await archive(), { broken }).catch(({ message }) => message)

    expect(message).toContain(`${reason}; the shop is unchanged, and a copy of it is in `)
    const [, safety = ''] = /a copy of it is in (\S+)/.exec(message) ?? []
    expect((await stat(safety)).size).toBeGreaterThan(0)
    expect(await people()).toBe(2)
    expect(await readdir(join(shop.dataDir, 'media'))).toEqual(['new'])
    expect(await contents()).toEqual(['media'])
  })

  it.runIf(IS_FULL)('over an empty shop leaves it empty', async () => {
    await run(sql`delete from app_user`)

    await expect(bringBack(file, { replace: false, broken: ['E1'] })).rejects.toThrow(
      'the restored data violates these rules: E1; the shop is unchanged',
    )
    expect(await people()).toBe(0)
  })

  it('does not remove the tables of others', async () => {
    const into = { ...shop, databaseUrl: await emptyDatabase() }
    const their = new pg.Client({ connectionString: into.databaseUrl })
    await their.connect()
    await their.query('create table "Invoice" (id integer); insert into "Invoice" values (1)')

    await expect(bringBack(file, { into })).rejects.toThrow(
      'contains other data (Invoice), which a restore would remove',
    )
    expect((await their.query('select id from "Invoice"')).rows).toEqual([{ id: 1 }])
    await their.end()
  })

  it.runIf(IS_FULL)('after an interrupted first start has nothing to keep', async () => {
    const into = { ...shop, databaseUrl: await emptyDatabase() }
    const client = new pg.Client({ connectionString: into.databaseUrl })
    await client.connect()
    await client.query('create table kysely_migration (name text)')
    await client.end()

    expect((await bringBack(file, { into, replace: false })).kept).toBeNull()
  })

  const ADDED: [what: string, statement: string][] = [
    ['a table', 'create table "Notes" (text text)'],
    ['a view', 'create view "Notes" as select username from app_user'],
    ['a function', 'create function "Notes"() returns integer language sql return 1'],
    ['a sequence', 'create sequence "Notes"'],
    ['a type', `create type "Notes" as enum ('one')`],
  ]
  it.for(volume(ADDED.slice(0, 2), ADDED))(
    'does not remove %s that somebody added to the shop',
    async ([, statement]) => {
      await run(sql.raw(statement))

      await expect(bringBack(file)).rejects.toThrow('contains other data (Notes)')
      expect(await people()).toBe(1)
    },
  )

  it.runIf(IS_FULL)(
    'leaves out tables that somebody added, names them, and can be restored',
    async () => {
      await run(sql`
      create table "My Notes" (id integer generated always as identity, text text);
      insert into "My Notes" (text) values ('one');
      create sequence "My Numbers";
      select nextval('"My Numbers"')`)
      const saved = await backUp(shop, join(root, 'backups'), quiet)
      expect(saved.manifest.leftOut).toEqual(['My Notes'])

      const databaseUrl = await emptyDatabase()
      const into = { databaseUrl, dataDir: join(root, 'elsewhere'), s3: null }
      await bringBack(saved.file, { into, replace: false })
      expect((await readDatabase(databaseUrl)).rows.app_user).toBe(1)
    },
  )

  it('treats another address as the same database, and another name as another', async () => {
    const one = await identifyDatabase(shop.databaseUrl)
    const again = new URL(shop.databaseUrl)
    again.searchParams.set('application_name', 'another')

    expect(await identifyDatabase(again.href)).toBe(one)
    expect(one).toMatch(/ of server \d+$/)
    expect(await identifyDatabase(await emptyDatabase())).not.toBe(one)
  })
})
