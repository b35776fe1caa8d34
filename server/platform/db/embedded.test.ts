/** R5: starting, sharing, and stopping the embedded database. */
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { killServer, serverIn } from '#tests/kit/embedded.ts'
import { populate } from '#tests/kit/populated.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { IS_FULL } from '#tests/kit/volume.ts'
import { unpack } from '../backup/archive.ts'
import { backUp } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { type Database, openDatabase } from './database.ts'
import { createMigrator, migrationNames } from './migrate.ts'

let root: string
/** A data folder whose database contains one row. */
let dataDir: string
/** All data folders that the tests create, whose servers are killed at the end. */
const folders: string[] = []
const opened: Database[] = []
const ACCOUNT = 4_321

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'barq-embedded-'))
  dataDir = newFolder('data')
  const db = await open()
  await sql`create table kept (n integer)`.execute(db.run)
  await sql`insert into kept values (1)`.execute(db.run)
  await db.close()
})
afterEach(async () => {
  // Ignores errors, because most tests have already closed their databases.
  for (const db of opened.splice(0)) await db.close().catch(() => {})
  endPrograms()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  for (const folder of folders) await killServer(folder)
  await rm(root, { recursive: true, force: true })
})

function newFolder(name: string): string {
  const folder = join(root, name)
  folders.push(folder)
  return folder
}

async function open(folder = dataDir): Promise<Database> {
  const db = await openDatabase({ databaseUrl: null, dataDir: folder })
  opened.push(db)
  return db
}

async function copyOf(name: string): Promise<string> {
  const folder = newFolder(name)
  await cp(join(dataDir, 'postgres'), join(folder, 'postgres'), { recursive: true })
  await chmod(folder, 0o700)
  return folder
}

async function kept(db: Database): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(db.run)
  return rows.map(({ n }) => n)
}

/** The contents of the backup's table files, keyed by file name. */
async function filesIn(archive: string, folder: string): Promise<Record<string, string>> {
  await mkdir(folder)
  await unpack(archive, folder, () => {})
  const names = await readdir(join(folder, 'tables'))
  const texts = names.map((name) => readFile(join(folder, 'tables', name), 'utf8'))
  return Object.fromEntries((await Promise.all(texts)).map((text, at) => [names[at] ?? '', text]))
}

describe('the embedded database', () => {
  it('ends with its process, listens on a private socket alone, and keeps its rows', async () => {
    const db = await open()

    expect(serverIn(dataDir)).not.toBeNull()
    expect(await kept(db)).toEqual([1])
    const { rows } = await sql`
      select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
        current_setting('unix_socket_permissions') as permissions`.execute(db.run)
    expect(rows).toEqual([{ addresses: '', fsync: 'on', permissions: '0700' }])
    await db.close()
    expect(serverIn(dataDir)).toBeNull()
    expect(await readdir(join(dataDir, 'socket'))).toEqual([])
  })

  it('is shared by all that open it, and ends with the last one', async () => {
    const all = await Promise.all([open(), open(), open()])
    const pid = serverIn(dataDir)
    const [first, second, third] = all as [Database, Database, Database]

    await first.close()
    expect(await kept(second)).toEqual([1])
    expect(serverIn(dataDir)).toBe(pid)
    await Promise.all([second.close(), third.close()])
    expect(serverIn(dataDir)).toBeNull()
  })

  it('ends with its process even when its connections cannot be closed', async () => {
    const db = await open()
    const end = vi.spyOn(db.engine.connections, 'end').mockRejectedValueOnce(new Error('stuck'))

    await expect(db.close()).rejects.toThrow('stuck')
    expect(serverIn(dataDir)).toBeNull()
    end.mockRestore()
    await db.engine.connections.end()
  })

  it.runIf(IS_FULL)('is created once by processes that start at once', async () => {
    const folder = newFolder('at-once')
    const all = await Promise.all([open(folder), open(folder)])

    const ids = await Promise.all(
      all.map((db) => sql`select system_identifier::text from pg_control_system()`.execute(db.run)),
    )
    expect(ids[0]?.rows).toEqual(ids[1]?.rows)
    expect((await readdir(folder)).sort()).toEqual([
      'postgres',
      'postgres.lock',
      'postgres.log',
      'socket',
    ])
  })

  it('starts again when it is killed', async () => {
    const db = await open()
    await killServer(dataDir)

    await expect.poll(() => kept(db).catch(() => null)).toEqual([1])
  })

  it('starts again after SIGTERM, which waits for its connections', async () => {
    const db = await open()
    const pid = serverIn(dataDir) ?? 0
    process.kill(pid, 'SIGTERM')

    await expect.poll(() => serverIn(dataDir), { timeout: 5_000 }).not.toBe(pid)
    await expect.poll(() => kept(db).catch(() => null)).toEqual([1])
  })

  it.runIf(IS_FULL)('waits for a server that starts or ends, which it may not see', async () => {
    const folder = await copyOf('busy')
    await mkdir(join(folder, 'socket'), { mode: 0o700 })
    const file = join(folder, 'postgres/postmaster.pid')
    await writeFile(file, 'of another container\n')
    const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is shutting down', '', '']
    const body = Buffer.from(fields.join('\0'))
    const head = Buffer.from('E....')
    head.writeInt32BE(body.length + 4, 1)
    let asked = 0
    const other = createServer((socket) => {
      asked++
      socket.on('error', () => {}).end(Buffer.concat([head, body]))
    })
    await new Promise<void>((done) => {
      other.listen(join(folder, 'socket/.s.PGSQL.5432'), done)
    })

    const opening = open(folder)
    await expect.poll(() => asked).toBeGreaterThan(3)
    expect(await readFile(file, 'utf8')).toBe('of another container\n')
    other.close()
    expect(await kept(await opening)).toEqual([1])
  })

  it('keeps in its log why an earlier one ended', async () => {
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
    await (await open()).close()

    expect(log).not.toBe('')
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain(log)
  })

  it.skipIf(process.getuid?.() !== 0)(
    "belongs to the folder's account where root starts it",
    async () => {
      const folder = await copyOf('of-account')
      await chown(folder, ACCOUNT, ACCOUNT)
      await chown(join(folder, 'postgres'), 0, 0)

      expect(await kept(await open(folder))).toEqual([1])
      for (const name of [
        'postgres',
        'postgres/PG_VERSION',
        'postgres.log',
        'postgres.lock',
        'socket',
      ]) {
        expect([name, (await stat(join(folder, name))).uid]).toEqual([name, ACCOUNT])
      }
    },
  )

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'may read all files where root starts it, and has no other privilege',
    async () => {
      const folder = await copyOf('of-root')
      await open(folder)

      const status = await readFile(`/proc/${serverIn(folder)}/status`, 'utf8')
      expect(/^CapBnd:\s*(\w+)/m.exec(status)?.[1]).toMatch(/^0+[24]$/)
      expect((await stat(folder)).uid).toBe(0)
    },
  )

  it.runIf(IS_FULL)(
    'is recovered from a copy of a running one, whatever process has its number',
    async () => {
      await open()

      expect(await kept(await open(await copyOf('copy')))).toEqual([1])
    },
  )

  it.runIf(IS_FULL)(
    'moves to a PostgreSQL of DATABASE_URL and back, equal to the byte',
    async () => {
      const folder = newFolder('moved')
      const db = await open(folder)
      for (const name of await migrationNames()) {
        expect((await createMigrator(db.root).migrateTo(name)).error).toBeUndefined()
        await populate(db.root as unknown as Kysely<never>, name)
      }
      const other = await createTestDatabase({ isEmpty: true })
      const places = [
        { databaseUrl: null, dataDir: folder, s3: null },
        { databaseUrl: other.url, dataDir: join(root, 'other'), s3: null },
        { databaseUrl: null, dataDir: newFolder('back'), s3: null },
      ]
      const copies: Record<string, string>[] = []

      for (const [at, place] of places.entries()) {
        const { file } = await backUp(place, join(root, 'backups', String(at)), () => {})
        // Every restore creates a new installation id.
        const { 'installation.copy': _, ...rows } = await filesIn(
          file,
          join(root, `unpacked-${at}`),
        )
        copies.push(rows)
        const into = places[at + 1]
        const options = { file, replace: false, progress: () => {}, check: async () => [] }
        if (into) await restore(into, options)
      }

      expect(Object.keys(copies[0] ?? {}).length).toBeGreaterThan(60)
      expect(copies[1]).toEqual(copies[0])
      expect(copies[2]).toEqual(copies[0])
      await other.drop()
    },
  )

  it.runIf(IS_FULL)(
    'has its socket in the temporary folder where the path is too long, or says so',
    async () => {
      const folder = newFolder('long'.repeat(25))
      const db = await open(folder)
      expect(await readdir(folder)).not.toContain('socket')
      await db.close()

      vi.stubEnv('TMPDIR', join(root, 'temporary'.repeat(12)))
      await expect(open(folder)).rejects.toThrow(
        'both too long for a socket: set DATA_DIR or TMPDIR',
      )
    },
  )
})

describe('a shop with the embedded database', () => {
  it.runIf(IS_FULL)('that is made to end at once ends its server as well', async () => {
    const folder = newFolder('shop')
    const shop = runProgram({ DATA_DIR: folder })
    await shop.open
    shop.child.kill('SIGTERM')
    shop.child.kill('SIGTERM')
    await shop.ended

    await expect.poll(() => serverIn(folder)).toBeNull()
  })
})

describe('the embedded database is refused, and nothing is removed,', () => {
  it.for([
    [
      'in a folder of the earlier engine',
      'pglite/PG_VERSION',
      '16',
      'of earlier versions (pglite)',
    ],
    [
      'in one of another major version',
      'postgres/PG_VERSION',
      '17\n',
      'was created by PostgreSQL 17',
    ],
    ['in one of something else', 'postgres/notes', 'mine', 'is not a PostgreSQL data folder'],
  ] as const)('%s', async ([what, file, text, reason]) => {
    const folder = newFolder(what)
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text)

    await expect(open(folder)).rejects.toThrow(reason)
    expect(await readFile(join(folder, file), 'utf8')).toBe(text)
  })

  it('where others can enter the folder of its socket', async () => {
    const folder = newFolder('entered')
    await mkdir(join(folder, 'socket'), { recursive: true })
    await chmod(join(folder, 'socket'), 0o777)

    await expect(open(folder)).rejects.toThrow('other users can access it: remove it')
  })

  it('where the folder cannot be written', async () => {
    const file = join(root, 'a-file')
    await writeFile(file, '')

    await expect(open(join(file, 'data'))).rejects.toThrow('is not writable (ENOTDIR)')
  })

  it.runIf(IS_FULL)('by the server itself, whose reason is reported', async () => {
    const folder = await copyOf('damaged')
    await rm(join(folder, 'postgres/global/pg_control'))

    await expect(open(folder)).rejects.toThrow(/cannot start: .*pg_control/)
  })
})

it.runIf(IS_FULL)(
  'removes half-made files of a killed first start, but for those that may be in use',
  async () => {
    const folder = newFolder('drafts')
    await mkdir(join(folder, 'postgres-new-dead/global'), { recursive: true })
    const used = join(folder, 'postgres-new-used')
    await mkdir(join(used, 'global'), { recursive: true })
    for (const file of ['global/pg_control', 'postmaster.pid'])
      await writeFile(join(used, file), '')

    await open(folder)

    const drafts = (await readdir(folder)).filter((name) => name.startsWith('postgres-new-'))
    expect(drafts).toEqual(['postgres-new-used'])
  },
)
