/** Migrates a database to the newest schema in one transaction, so that a failure leaves it unchanged. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { ROOT } from '../root.ts'
import { StartError } from '../start-error.ts'
import type { Database, Handle } from './database.ts'

const FOLDER = join(ROOT, 'server/platform/db/migrations')

/**
 * Runs the pending migrations in order of their file names. Safe to call from several processes concurrently.
 * @returns the names of the migrations that ran.
 * @throws StartError if the database is newer than this code or a migration fails.
 */
export async function migrate(db: Database): Promise<string[]> {
  if (await isUpToDate(db)) return []
  const { error, results } = await db.root.connection().execute(async (connection) => {
    // Waiting for another process's migration may exceed the time limit for requests.
    await sql`set statement_timeout = 0`.execute(connection)
    const outcome = await migrateWithRetries(connection)
    await sql`reset statement_timeout`.execute(connection)
    return outcome
  })
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    const message = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `the database cannot be migrated (${failed ?? 'before the first migration'}): ${message}`,
    )
  }
  return (results ?? []).map((result) => result.migrationName)
}

/**
 * Retries after a deadlock: if a shop serves customers during the migration, PostgreSQL may choose to abort the
 * migration.
 */
async function migrateWithRetries(connection: Handle): Promise<MigrationResultSet> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await createMigrator(connection).migrateToLatest()
    const { code } = (outcome.error ?? {}) as { code?: string }
    if (code !== DEADLOCK || attempt === ATTEMPTS) return outcome
  }
}

const ATTEMPTS = 5

/**
 * Whether exactly the known migrations have run. This lets most startups skip the migrator, which would first read the
 * entire catalog of tables.
 */
async function isUpToDate(db: Database): Promise<boolean> {
  const names = await migrationNames()
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`
    .execute(db.root)
    .catch((error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  return names.join() === rows.map(({ name }) => name).join()
}

const UNDEFINED_TABLE = '42P01'
const DEADLOCK = '40P01'

/** Exported for code that stops at an earlier schema or migrates within its own transaction. */
export function createMigrator(db: Handle): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } })
}

/** The names of all migrations known to this code, in the order they run. */
export async function migrationNames(): Promise<string[]> {
  return (await migrationFiles()).map(nameOf)
}

/**
 * @param names the names of tables, views, functions and so on.
 * @param migrations the migrations that ran on their database.
 * @returns the names created neither by this version's migrations nor by the migrator. If no migration ran, these are
 * all names except the migrator's. If a newer version's migration ran, there are none, because it may have created any
 * of them.
 */
export async function namesOfOthers(
  names: readonly string[],
  migrations: readonly string[],
): Promise<string[]> {
  const files = await migrationFiles()
  const known = new Set(files.map(nameOf))
  if (migrations.some((name) => !known.has(name))) return []
  const texts = await Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')))
  const made = texts.join('\n').matchAll(MADE)
  const own = new Set(migrations.length > 0 ? [...made].map(([, name]) => name) : [])
  // The migrator's own tables do not count: even an interrupted first startup leaves them behind.
  return names.filter((name) => !own.has(name) && !/^kysely_migration/.test(name))
}

const MADE =
  /^(?:create (?:or replace )?(?:table|view|function|sequence)|alter table \w+ rename to) (\w+)/gm

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()
}

function nameOf(file: string): string {
  return file.replace(/\.sql$/, '')
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = await migrationFiles()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const statements = splitStatements(await readFile(join(FOLDER, file), 'utf8'))
      return [nameOf(file), { up: (db: Kysely<unknown>) => runAll(db, statements) }] as const
    }),
  )
  return Object.fromEntries(migrations)
}

/**
 * A statement ends at a semicolon followed by an empty line or the end of the file. Statements run one by one, so that
 * the position in an error is relative to the failed statement.
 */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*\n\s*\n|;\s*$/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

async function runAll(db: Kysely<unknown>, statements: string[]): Promise<void> {
  // Unlike a request, a migration runs only once and may take as long as a large shop needs.
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}
