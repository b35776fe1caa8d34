/** Databases for tests, each a new copy of a migrated database. */
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { checkedDatabase } from './checked-rows.ts'
import { noteSeen } from './seen-templates.ts'

/** The name of the database from which test databases are copied. */
export const TEMPLATE = 'barq_template'
/** The name of a second template, which also has the demo's data. */
export const DEMO_TEMPLATE = 'barq_demo_template'

/** Opens a new, migrated, empty database; closing the database drops it. */
export function openTestDatabase(): Promise<Database> {
  return openCopy(null)
}

/** Opens a new database with the demo's data; closing the database drops it. */
export async function openDemoDatabase(): Promise<Database> {
  return openCopy(await demoTemplateUrl())
}

async function openCopy(copyOf: string | null): Promise<Database> {
  const { url, drop } = await createTestDatabase({ copyOf })
  const engine = await openPostgres(url)
  const close = async () => {
    await engine.close()
    await drop()
  }
  return checkedDatabase({ ...engine, close }, inject('rowTypes').templates, {
    complain(what) {
      if (complaints.has(what)) return
      complaints.add(what)
      // Nobody catches this rejection, so the whole run fails, even if the test expects an error.
      void Promise.reject(new Error(what))
    },
    saw: ({ at }) => noteSeen(at),
  })
}

const complaints = new Set<string>()

/**
 * Creates a migrated database on the run's server.
 * @param isEmpty whether to skip the migrations.
 * @param copyOf the URL of another database to copy, which must have no open connections.
 * @returns the new database's URL, and a function that drops the database.
 */
export async function createTestDatabase({
  isEmpty = false,
  copyOf = null,
}: {
  isEmpty?: boolean
  copyOf?: string | null
} = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `barq_test_${crypto.randomUUID().replaceAll('-', '')}`
  const template = copyOf === null ? TEMPLATE : new URL(copyOf).pathname.slice(1)
  await onServer(
    `create database ${name}${isEmpty ? '' : ` template ${template} strategy file_copy`}`,
  )
  return {
    url: databaseUrl(serverUrl(), name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

/** Stays connected, because most test files create a database and drop it. */
let connection: pg.Pool | null = null

async function onServer(statement: string): Promise<void> {
  if (!connection) {
    connection = new pg.Pool({
      connectionString: serverUrl(),
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    })
    // The server may stop before this process does.
    connection.on('error', () => {})
  }
  await connection.query(statement)
}

function serverUrl(): string {
  const url = inject('postgresUrl')
  if (url === null) throw new Error('this run has no database: its TEST_DATABASE_URL is off')
  return url
}

/** The URL of the database with the demo's data, for copying. The first caller creates the database. */
export async function demoTemplateUrl(): Promise<string> {
  const server = serverUrl()
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${DEMO_TEMPLATE}'))`)
    const { rowCount } = await client.query(
      `select from pg_database where datname = '${DEMO_TEMPLATE}'`,
    )
    if (rowCount === 0) {
      // Imports the demo only here, because most test files need none of its modules.
      const { seedDemo } = await import('#server/demo/seed-demo.ts')
      const { url } = await createTestDatabase()
      const db = await openDatabase({ databaseUrl: url, dataDir: '' })
      await seedDemo(db)
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

/** The URL of an open test database, for more connections to it. */
export async function urlOf({ run }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(run)
  return databaseUrl(serverUrl(), rows[0]?.name ?? '')
}

export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function databaseUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
