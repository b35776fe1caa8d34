/**
 * Copies a database's rows to files and back, table by table. It needs no PostgreSQL command-line tools, and because
 * the schema comes from the migrations, any version of PostgreSQL on any system can read the files.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { MigrationResultSet } from 'kysely/migration'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Handle } from '../db/database.ts'
import { createMigrator, namesOfOthers } from '../db/migrate.ts'
import type { Tables } from '../db/tables.ts'
import { StartError } from '../start-error.ts'
import type { Progress } from './archive.ts'
import { type Contents, emptySchema, readContents, withClient } from './inspect-database.ts'

export interface Copied extends Contents {
  /** Each table's columns, in the order of its file. */
  columns: Record<string, string[]>
  /** The last number returned by each sequence. */
  sequences: Record<string, number>
  /** Tables left out because they do not belong to the shop: no migration would recreate them. */
  leftOut: string[]
}

const FOLDER = 'tables'

function fileOf(folder: string, table: string): string {
  // In a restore, table names come from the archive, so they must not be able to point outside the folder.
  if (!/^\w+$/.test(table)) throw new StartError(`"${table}" is not the name of a table`)
  return join(folder, FOLDER, `${table}.copy`)
}

/** Copies a consistent snapshot of the database to files under `folder`. The database may be in use. */
export async function copyDatabase(
  url: string,
  folder: string,
  progress: Progress,
): Promise<Copied> {
  await mkdir(join(folder, FOLDER))
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read, read only')
    const contents = await readContents(client)
    const leftOut = await namesOfOthers(Object.keys(contents.rows), contents.migrations)
    for (const table of leftOut) delete contents.rows[table]
    const columns = await readColumns(client, Object.keys(contents.rows))
    const steps = Object.entries(columns)
    for (const [index, [table, names]] of steps.entries()) {
      progress(index / steps.length)
      const rows = client.query(copyTo(`copy ${columnsOf(table, names)} to stdout`))
      await pipeline(rows, createWriteStream(fileOf(folder, table)))
    }
    // Sequences ignore snapshots. They are read last so that their values are past every copied row.
    const sequences = await readSequences(client, contents.migrations)
    await client.query('commit')
    progress(1)
    return { ...contents, columns, sequences, leftOut }
  })
}

/**
 * Replaces everything in the database with the copy in `folder` and migrates it to this code's schema, in a single
 * transaction, so that a failure leaves the database unchanged. No trigger changes the restored rows.
 * @param finish runs last in the transaction; if it throws, everything is rolled back.
 * @returns the names of the migrations that ran on the restored rows.
 * @throws StartError
 */
export async function restoreCopy(
  url: string,
  folder: string,
  copied: Copied,
  { progress, finish }: { progress: Progress; finish(restored: Handle): Promise<void> },
): Promise<string[]> {
  return withClient(url, async (client) => {
    try {
      await client.query('begin')
      await client.query(emptySchema)
      const db = overOne(client)
      await migrated(createMigrator(db).migrateTo(copied.migrations.at(-1) ?? '', IN_THIS_ONE))
      await fill(client, folder, copied, progress)
      const ran = await migrated(createMigrator(db).migrateToLatest(IN_THIS_ONE))
      await client.query('analyze')
      await finish(db)
      await client.query('commit')
      return ran
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (error instanceof StartError) throw error
      throw new StartError(`the rows could not be restored: ${(error as Error).message}`)
    }
  })
}

async function fill(
  client: pg.Client,
  folder: string,
  { columns, sequences, rows }: Copied,
  progress: Progress,
): Promise<void> {
  const tables = Object.keys(columns)
  const foreignKeys = await dropForeignKeys(client)
  // Removes the rows that the migrations inserted.
  await client.query(`truncate ${tables.map(pg.escapeIdentifier).join()}`)
  for (const [index, table] of tables.entries()) {
    progress(index / tables.length)
    const name = pg.escapeIdentifier(table)
    await client.query(`alter table ${name} disable trigger user`)
    const target = copyFrom(`copy ${columnsOf(table, columns[table] ?? [])} from stdin`)
    await pipeline(createReadStream(fileOf(folder, table)), client.query(target))
    await client.query(`alter table ${name} enable trigger user`)
  }
  for (const statement of foreignKeys) await client.query(statement)
  for (const [name, value] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value])
  }
  const there = await readContents(client)
  for (const [table, count] of Object.entries(rows)) {
    if (there.rows[table] === count) continue
    throw new StartError(`${there.rows[table] ?? 0} of ${count} rows of ${table} were restored`)
  }
  progress(1)
}

/** Each table's column names without generated columns, keyed by table name. */
async function readColumns(
  client: pg.Client,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; names: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as names
     from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1)
     group by table_name order by table_name`,
    [tables],
  )
  return Object.fromEntries(rows.map(({ table, names }) => [table, names]))
}

/**
 * The last number returned by each of the shop's sequences, without unused ones. A sequence owned by a column belongs
 * to the shop if the table does; any other sequence does if a migration creates it.
 */
async function readSequences(
  client: pg.Client,
  migrations: readonly string[],
): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string; known: string }>(
    `select sequencename as name, last_value::text as value,
       coalesce(owner.relname, sequencename) as known
     from pg_sequences
     left join pg_depend on classid = 'pg_class'::regclass and deptype in ('a', 'i')
       and objid = format('%I.%I', schemaname, sequencename)::regclass
     left join pg_class as owner on owner.oid = refobjid
     where schemaname = 'public' and last_value is not null`,
  )
  const others = await namesOfOthers(
    rows.map(({ known }) => known),
    migrations,
  )
  const own = rows.filter(({ known }) => !others.includes(known))
  return Object.fromEntries(own.map(({ name, value }) => [name, Number(value)]))
}

/** Options that make the migrator run inside the open transaction. */
const IN_THIS_ONE = { disableTransactions: true }

async function migrated(outcome: Promise<MigrationResultSet>): Promise<string[]> {
  const { error, results } = await outcome
  if (error) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

/** A handle that runs every statement on this connection. */
function overOne(client: pg.Client): Handle {
  const connection = {
    query: client.query.bind(client) as unknown as PostgresPoolClient['query'],
    release() {},
  }
  const pool = { options: {}, connect: async () => connection, end: async () => {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** @returns the statements that recreate the foreign keys, to be run once all rows are restored. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  )
}

function columnsOf(table: string, names: readonly string[]): string {
  return `${pg.escapeIdentifier(table)} (${names.map(pg.escapeIdentifier).join()})`
}
