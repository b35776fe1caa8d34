/** Databases for tests: each call returns a new, migrated one, on either engine. */
import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, type Engine, openDatabase } from '#server/platform/db/database.ts'
import { PGLITE_OPTIONS, pgliteEngine } from '#server/platform/db/pglite.ts'
import { PGlitePool } from '#server/platform/db/pglite-pool.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { checkedDatabase } from './checked-rows.ts'
import { administer, databaseUrl } from './databases.ts'
import { DEMO_TEMPLATE, TEMPLATE } from './global-setup.ts'
import { noteSeen } from './seen-templates.ts'

export type EngineName = Database['engine']['name']

export const ENGINES: readonly EngineName[] = ['pglite', 'postgres']

/** Whether this run has the engine: a machine may lack PostgreSQL, and a run may skip PGlite. */
export function hasEngine(name: EngineName): boolean {
  return (name === 'pglite' ? inject('pgliteTemplate') : inject('postgresUrl')) !== null
}

/** Opens a fresh, migrated, empty database. Closing it removes it. */
export function openTestDatabase(name: EngineName): Promise<Database> {
  return name === 'pglite' ? openFreshPGlite() : openFreshPostgres()
}

/** Opens a database with the demo's data. Closing it removes it. */
export async function openDemoDatabase(name: EngineName): Promise<Database> {
  if (name === 'postgres') return openFreshPostgres(await demoTemplateUrl())
  const db = await openFreshPGlite()
  await (await demo()).seedDemo(db)
  return db
}

// Most test files need none of its modules.
const demo = () => import('#server/demo/seed-demo.ts')

async function openFreshPGlite(): Promise<Database> {
  const loadDataDir = await pgliteTemplate()
  const pglite = await PGlite.create({ ...PGLITE_OPTIONS, loadDataDir })
  return checked(pgliteEngine(new PGlitePool(pglite)))
}

/** Creates a migrated embedded database from the template, which is faster than migrating. */
export async function layTestPGlite(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'pglite')
  await mkdir(folder, { recursive: true })
  const loadDataDir = await pgliteTemplate()
  await (await PGlite.create(folder, { ...PGLITE_OPTIONS, loadDataDir })).close()
}

function pgliteTemplate(): Promise<Blob> {
  const file = inject('pgliteTemplate')
  if (file === null) throw new Error('this run has no PGlite: ask hasEngine first')
  return openAsBlob(file)
}

async function openFreshPostgres(copyOf: string | null = null): Promise<Database> {
  const { url, drop } = await createPostgresDatabase({ copyOf })
  const engine = await openPostgres(url)
  return checked({
    ...engine,
    async close() {
      await engine.close()
      await drop()
    },
  })
}

const complaints = new Set<string>()

function checked(engine: Engine): Database {
  return checkedDatabase(engine, inject('rowTypes').templates, {
    complain(what) {
      if (complaints.has(what)) return
      complaints.add(what)
      // Not for the caller to catch, as timers do: the run fails.
      void Promise.reject(new Error(what))
    },
    saw: ({ at }) => noteSeen(engine.name, at),
  })
}

/**
 * Creates a migrated database in the run's PostgreSQL and returns its address; with `isEmpty` the
 * database has no tables.
 * @param copyOf the address of a database to copy, without any open connection.
 */
export async function createPostgresDatabase({
  isEmpty = false,
  copyOf = null,
}: {
  isEmpty?: boolean
  copyOf?: string | null
} = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  if (server === null) throw new Error('this run has no PostgreSQL: ask hasEngine first')
  const name = `barq_test_${crypto.randomUUID().replaceAll('-', '')}`
  const template = copyOf === null ? TEMPLATE : new URL(copyOf).pathname.slice(1)
  await administer(
    server,
    `create database ${name}${isEmpty ? '' : ` template ${template} strategy file_copy`}`,
  )
  return {
    url: databaseUrl(server, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

/** The address of a database of the run with the demo's data, for copies: filled by who asks first. */
export async function demoTemplateUrl(): Promise<string> {
  const server = inject('postgresUrl')
  if (server === null) throw new Error('this run has no PostgreSQL: ask hasEngine first')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${DEMO_TEMPLATE}'))`)
    const { rowCount } = await client.query(
      `select from pg_database where datname = '${DEMO_TEMPLATE}'`,
    )
    if (rowCount === 0) {
      const { url } = await createPostgresDatabase()
      const db = await openDatabase({ databaseUrl: url, dataDir: '' })
      await (await demo()).seedDemo(db)
      await db.close()
      await client.query(
        `alter database ${new URL(url).pathname.slice(1)} rename to ${DEMO_TEMPLATE}`,
      )
    }
  } finally {
    await client.end()
  }
  return databaseUrl(server, DEMO_TEMPLATE)
}

/** The address of a new, migrated, empty database, for a program; null in a run on PGlite. */
export async function migratedDatabaseUrl(): Promise<string | null> {
  return hasEngine('postgres') ? (await createPostgresDatabase()).url : null
}
