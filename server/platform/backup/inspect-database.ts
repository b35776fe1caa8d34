import pg from 'pg'
import { LEASE } from '../db/embedded.ts'
import { StartError } from '../start-error.ts'

export const emptySchema = `
  set local client_min_messages = warning;
  drop schema if exists public cascade;
  create schema public;
  alter schema public owner to pg_database_owner;
  grant usage on schema public to public`

export interface Contents {
  migrations: string[]
  /** The exact number of rows in each table, keyed by table name. */
  rows: Record<string, number>
}

export function readDatabase(url: string): Promise<Contents> {
  return withClient(url, readContents)
}

/**
 * Reads the names of the migrations that ran and counts each table's rows; both results are empty if the database was
 * never migrated. To make the counts match a copy, call this in the copy's transaction.
 */
export async function readContents(client: pg.Client): Promise<Contents> {
  const tables = (await client.query<{ name: string }>(TABLES)).rows
  if (!tables.some(({ name }) => name === 'kysely_migration')) return { migrations: [], rows: {} }
  const counts = tables.map(
    ({ name }) =>
      `select ${pg.escapeLiteral(name)} as name, count(*)::float8 as count
       from public.${pg.escapeIdentifier(name)}`,
  )
  const { rows } = await client.query(counts.join(' union all '))
  const migrations = await client.query('select name from kysely_migration order by name')
  return {
    migrations: migrations.rows.map(({ name }) => name),
    rows: Object.fromEntries(rows.map(({ name, count }) => [name, count])),
  }
}

const TABLES = `
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE'
  order by table_name`

/** Whether the database contains accounts, products or orders. */
export function holdsShop({ rows }: Contents): boolean {
  return ['app_user', 'product', 'orders'].some((table) => (rows[table] ?? 0) > 0)
}

/**
 * @returns the names of the tables, views, sequences, functions and types that a restore would remove, except those
 * owned by an extension or a column.
 */
export async function listNames(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select distinct name from (
         select 'pg_class'::regclass as kind, oid, relname as name, relnamespace as namespace
         from pg_class where relkind in ('r', 'p', 'm', 'f', 'v', 'S', 'c')
         union all
         select 'pg_proc'::regclass, oid, proname, pronamespace from pg_proc
         union all
         select 'pg_type'::regclass, oid, typname, typnamespace from pg_type
         where typtype in ('d', 'e')
       ) as made
       where namespace = to_regnamespace('public') and not exists (
         select from pg_depend
         where classid = kind and objid = made.oid and deptype in ('a', 'e', 'i')
           and refclassid in ('pg_class'::regclass, 'pg_extension'::regclass)
       )
       order by name`,
    )
    return rows.map(({ name }) => name)
  })
}

/**
 * @returns the database's name and the server's random identifier, which do not depend on how the database is reached.
 * If the server does not reveal its identifier, its host and port are used instead.
 */
export async function identifyDatabase(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select current_database() as name')
    // Some hosting providers do not allow reading the server's identifier.
    const server = await client
      .query('select system_identifier::text as id from pg_control_system()')
      .then(
        (found) => found.rows[0].id,
        () => `${client.host}:${client.port}`,
      )
    return `${rows[0].name} of server ${server}`
  })
}

/** @returns the number of other connections to the database, except those that keep an embedded server running. */
export async function countOthers(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and application_name <> $1`,
      [LEASE],
    )
    return rows[0].count
  })
}

/**
 * Runs `work` on a connection without time limits, with output formats that any other server can read.
 * @throws StartError if the database does not respond.
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const settings = {
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    datestyle: 'ISO',
    intervalstyle: 'postgres',
    timezone: 'UTC',
  }
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(`the database does not respond: ${(error as Error).message}`)
  }
  return work(client).finally(() => client.end())
}
