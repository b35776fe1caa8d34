/**
 * Prepares both engines once per run: a PostgreSQL with a migrated template database, and the
 * files of a migrated PGlite. Every test file gets copies of its own (engines.ts).
 */
import { rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { createDatabase, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { PGLITE_OPTIONS, pgliteEngine } from '#server/platform/db/pglite.ts'
import { PGlitePool } from '#server/platform/db/pglite-pool.ts'
import { administer, databaseUrl } from './databases.ts'
import { findPostgres } from './postgres-server.ts'
import { type RowTypes, readRowTypes } from './row-types.ts'

/** The database that every test's database is copied from. */
export const TEMPLATE = 'barq_template'
/** One with the demo's data, which the first test that needs it fills. */
export const DEMO_TEMPLATE = 'barq_demo_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with the data of a migrated PGlite, or null in a run without PGlite. */
    pgliteTemplate: string | null
    /** The address of a PostgreSQL that holds the template, or null without one. */
    postgresUrl: string | null
    rowTypes: RowTypes
  }
}

/**
 * Tests run on PostgreSQL, or on PGlite where there is none. `TEST_ENGINE=pglite` asks for PGlite,
 * `TEST_ENGINE=none` leaves tests that need a database without one.
 */
export default async function prepareEngines(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'barq-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  project.provide('rowTypes', readRowTypes())
  const engine = process.env.TEST_ENGINE
  const postgres = engine ? { missing: `TEST_ENGINE is ${engine}` } : await findPostgres()
  const pgliteTemplate =
    'missing' in postgres && engine !== 'none'
      ? await writePGliteTemplate(join(folder, 'pglite.tar'))
      : null
  if ('missing' in postgres) {
    if (engine !== 'none') console.warn(`Tests run on PGlite: ${postgres.missing}.`)
  } else {
    await makeTemplate(postgres.url)
  }
  project.provide('pgliteTemplate', pgliteTemplate)
  project.provide('postgresUrl', 'missing' in postgres ? null : postgres.url)
  return async () => {
    if (!('missing' in postgres)) await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writePGliteTemplate(file: string): Promise<string> {
  const pglite = await PGlite.create(PGLITE_OPTIONS)
  await migrate(createDatabase(pgliteEngine(new PGlitePool(pglite))))
  // Not compressed: every test file unpacks it, which is twice as fast this way.
  await writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  return file
}

async function makeTemplate(url: string): Promise<void> {
  // A server given by the caller may still hold the templates of an earlier run.
  for (const name of [TEMPLATE, DEMO_TEMPLATE]) {
    await administer(url, `drop database if exists ${name} with (force)`)
  }
  await administer(url, `create database ${TEMPLATE} template template0 encoding 'UTF8'`)
  const template = await openDatabase({ databaseUrl: databaseUrl(url, TEMPLATE), dataDir: '' })
  await migrate(template)
  await template.close()
}
