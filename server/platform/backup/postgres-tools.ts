/** Runs PostgreSQL's own dump and restore programs. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Contents, readContents } from '../db/contents.ts'
import { packagedFolders, pathFolders } from '../db/postgres-folders.ts'
import { StartError } from '../start-error.ts'
import type { Progress } from './archive.ts'
import { isThere } from './is-there.ts'
import { runProgram } from './run-program.ts'

/**
 * Dumps a consistent snapshot of the database while it is in use.
 * @returns figures of the dump's contents, counted in the very same snapshot.
 */
export async function dumpPostgres(
  databaseUrl: string,
  file: string,
  progress: Progress,
): Promise<Contents> {
  const pgDump = await findTool('pg_dump')
  return withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read, read only')
    const query = async (statement: string) => (await client.query(statement)).rows
    const contents = await readContents(query)
    const [row] = await query(
      'select pg_export_snapshot() as snapshot, pg_database_size(current_database()) as size',
    )
    const stop = watch(file, Number(row?.size), progress)
    const { args, env } = connectionOf(databaseUrl)
    try {
      await runProgram(
        pgDump,
        [
          ...args,
          '--format=custom',
          '--compress=0',
          '--no-owner',
          '--no-privileges',
          `--snapshot=${row?.snapshot}`,
          `--file=${file}`,
        ],
        { env },
      )
    } finally {
      stop()
    }
    return contents
  })
}

/**
 * Replaces everything in the database with the dump, in one transaction: a failure leaves it
 * unchanged.
 */
export async function restorePostgres(
  databaseUrl: string,
  dump: string,
  folder: string,
): Promise<void> {
  const script = join(folder, 'restore.sql')
  const [pgRestore, psql] = await Promise.all([findTool('pg_restore'), findTool('psql')])
  await runProgram(pgRestore, ['--no-owner', '--no-privileges', `--file=${script}`, dump])
  const { args, env } = connectionOf(databaseUrl)
  await runProgram(
    psql,
    [
      ...args,
      '--no-psqlrc',
      '--quiet',
      '--set=ON_ERROR_STOP=1',
      '--single-transaction',
      ...EMPTY_SCHEMA.map((statement) => `--command=${statement}`),
      `--file=${script}`,
    ],
    { env },
  )
  await rm(script)
}

/** The schema as in a new database. */
const EMPTY_SCHEMA = [
  'set client_min_messages = warning',
  'drop schema if exists public cascade',
  'create schema public',
  'alter schema public owner to pg_database_owner',
  'grant usage on schema public to public',
]

/** Leaves the database as a new one. */
export async function emptyPostgres(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(EMPTY_SCHEMA.join(';')))
}

export async function readPostgres(databaseUrl: string): Promise<Contents> {
  return withClient(databaseUrl, (client) =>
    readContents(async (statement) => (await client.query(statement)).rows),
  )
}

/** @returns names of the tables that a restore would remove: the schema's, without extensions'. */
export async function listTables(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select relname as name from pg_class
       where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'm', 'f')
         and not exists (
           select from pg_depend
           where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
         )
       order by relname`,
    )
    return rows.map(({ name }) => name)
  })
}

/**
 * @returns an identity that is the same for one database by whatever address it is reached, and
 *   differs for any other: its name and the server's random identifier.
 */
export async function identifyPostgres(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select current_database() as name')
    // Not every hosting provider allows the query; its address is the next best.
    const server = await client
      .query('select system_identifier::text as id from pg_control_system()')
      .then(
        (found) => found.rows[0].id,
        () => `${client.host}:${client.port}`,
      )
    return `${rows[0].name} of server ${server}`
  })
}

/** @returns how many others are connected to the database now. */
export async function countOthers(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return rows[0].count
  })
}

async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    // No time limit.
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(
      `the database of DATABASE_URL does not answer: ${(error as Error).message}`,
    )
  }
  return work(client).finally(() => client.end())
}

type Tool = 'pg_dump' | 'pg_restore' | 'psql'

/**
 * The newest of Debian's packages, else the one on the PATH.
 * @throws StartError that says what to install.
 */
export async function findTool(name: Tool, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  for (const folder of [...(await packagedFolders()), ...pathFolders(env)]) {
    const file = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
    if (await isThere(file)) return file
  }
  throw new StartError(
    `${name} is not on this machine: install PostgreSQL's client programs (Debian: postgresql-client) of the server's version or newer`,
  )
}

/** The parameters of a URL that libpq accepts; `pg` accepts more. */
const LIBPQ = ['sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'host', 'connect_timeout']

/** The password goes by the environment: everybody on the machine can see arguments. */
export function connectionOf(databaseUrl: string): { args: string[]; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) {
    if (!LIBPQ.includes(name)) url.searchParams.delete(name)
  }
  // Only `pg` supports it: TLS without verifying the server.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  return {
    args: [`--dbname=${url.href}`],
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  }
}

/** A dump is about as large as its database without its indexes. */
function watch(file: string, databaseSize: number, progress: Progress): () => void {
  progress(0)
  const timer = setInterval(() => {
    stat(file).then(
      ({ size }) => progress(Math.min(size / Math.max(databaseSize, 1), 0.99)),
      () => {},
    )
  }, 500)
  return () => {
    clearInterval(timer)
    progress(1)
  }
}
