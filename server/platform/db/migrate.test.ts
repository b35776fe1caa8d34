import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptyPlace, emptyPlace } from '#tests/kit/empty-place.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { hasRows, populate } from '#tests/kit/populated.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { type Database, openDatabase } from './database.ts'
import { createMigrator, migrate, migrationNames, splitStatements } from './migrate.ts'

/** How many times each migration is killed. `npm test` kills only the last one. */
const KILLS = volume(1, 4)
/** The tests run side by side because one of them mostly waits. */
const SIDE_BY_SIDE = { concurrent: true }

describe('migrations', SIDE_BY_SIDE, () => {
  let place: EmptyPlace
  beforeAll(async () => {
    place = await emptyPlace()
  })
  afterAll(() => place.remove())

  it('change nothing when killed, and all when run again', async () => {
    const names = await migrationNames()
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1
      const kills = isLast || IS_FULL ? KILLS : 0
      for (let kill = 0; kill < kills; kill++) {
        const before = await withDatabase(place, fingerprint)
        // Two statements that lift time limits run before the migration's first one.
        const at = 1 + Math.floor(Math.random() * ((await countStatements(name)) + 2))
        expect(await migrateAndDie(place, name, at), `${name}, statement ${at}`).toBe('SIGKILL')
        expect(await withDatabase(place, fingerprint), `${name}, statement ${at}`).toEqual(before)
      }
      // Runs consecutive migrations in one step unless rows are added or a migration is killed between them.
      const isBeforeKill = index === names.length - 2 || IS_FULL
      if (!isLast && !isBeforeKill && !hasRows(name)) continue
      await withDatabase(place, async (db) => {
        const { error } = await createMigrator(db.root).migrateTo(name)
        expect(error, name).toBeUndefined()
        await populate(db.root as unknown as Kysely<never>, name)
      })
    }

    const [ran, broken, { rows }] = await withDatabase(
      place,
      async (db) =>
        [await migrate(db), await checkInvariants(db.run), await fingerprint(db)] as const,
    )
    expect([ran, broken]).toEqual([[], []])
    expect(rows).toBeGreaterThan(1_000)
  }, 600_000)
})

describe('processes that start at once', SIDE_BY_SIDE, () => {
  let place: EmptyPlace
  beforeAll(async () => {
    place = await emptyPlace()
  })
  afterAll(() => place.remove())

  it.runIf(IS_FULL)(
    'migrate once, and wait for a migration longer than the limit of requests',
    async () => {
      const names = await migrationNames()
      const server = new pg.Client({ connectionString: place.env.DATABASE_URL })
      await server.connect()
      // Takes Kysely's lock, like another process running a migration.
      await server.query('select pg_advisory_lock(3853314791062309107)')
      const all = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place.settings)))

      const working = Promise.all(all.map((db) => migrate(db)))
      working.catch(() => {})
      await pause(5_600)
      await server.end()
      const ran = await working

      expect(ran.flat().sort()).toEqual(names)
      expect(ran.filter((mine) => mine.length > 0)).toHaveLength(1)
      await Promise.all(
        all.map(async (db) => {
          const { rows } = await sql`show statement_timeout`.execute(db.run)
          expect(rows).toEqual([{ statement_timeout: '5s' }])
          await db.close()
        }),
      )
    },
  )
})

async function withDatabase<T>(place: EmptyPlace, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(place.settings)
  return work(db).finally(() => db.close())
}

/** @returns the signal that ended the process. */
async function migrateAndDie(place: EmptyPlace, name: string, at: number): Promise<string | null> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const program = join(import.meta.dirname, '../../../tests/kit/migrate-and-die.ts')
  const child = spawn(process.execPath, [program, name, String(at)], {
    env: { ...inherited, ...place.env },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
}

const FOLDER = join(import.meta.dirname, 'migrations')

async function countStatements(name: string): Promise<number> {
  const file = (await readdir(FOLDER)).find((entry) => entry.startsWith(name)) ?? ''
  const text = await readFile(join(FOLDER, file), 'utf8')
  return splitStatements(text).length
}

/** Everything about a database that a migration could change. */
async function fingerprint(db: Database): Promise<{ shape: unknown; data: unknown; rows: number }> {
  const shape = await sql<{ line: string }>`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
      || coalesce(column_default, '') || coalesce(generation_expression, '') as line
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
    union all select 'index ' || indexdef from pg_indexes
      where schemaname = 'public' and tablename not like 'kysely%'
    union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely%'
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function ' || proname || ' ' || md5(prosrc) from pg_proc
      where pronamespace = 'public'::regnamespace
    order by line`.execute(db.run)
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    order by name`.execute(db.run)
  const data: Record<string, unknown> = {}
  let rows = 0
  for (const { name } of tables.rows) {
    const found = await sql<{ count: number; hash: string }>`
      select count(*) as count, md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.table(name)} t`.execute(db.run)
    data[name] = found.rows[0]
    rows += found.rows[0]?.count ?? 0
  }
  return { shape: shape.rows, data, rows }
}
