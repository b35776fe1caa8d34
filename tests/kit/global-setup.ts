/** Starts one PostgreSQL server per run, with a migrated template, which test files copy (databases.ts). */
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { ensureServerBuilt } from '../../scripts/setup.mjs'
import { administer, DEMO_TEMPLATE, databaseUrl, TEMPLATE } from './databases.ts'
import { findPostgres } from './postgres-server.ts'
import { type RowTypes, readRowTypes } from './row-types.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server with the template; null in a run without a database. */
    postgresUrl: string | null
    rowTypes: RowTypes
  }
}

/** `TEST_DATABASE_URL=off` means a run without a database. */
export default async function prepareDatabase(project: TestProject): Promise<() => Promise<void>> {
  project.provide('rowTypes', readRowTypes())
  if (process.env.TEST_DATABASE_URL === 'off') {
    project.provide('postgresUrl', null)
    return async () => {}
  }
  // Tests run the built server, as `npm start` does.
  ensureServerBuilt(process.execPath)
  const postgres = await findPostgres()
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}

async function makeTemplate(url: string): Promise<void> {
  // The server at `TEST_DATABASE_URL` may still have the templates of an earlier run.
  for (const name of [TEMPLATE, DEMO_TEMPLATE]) {
    await administer(url, `drop database if exists ${name} with (force)`)
  }
  await administer(url, `create database ${TEMPLATE} template template0 encoding 'UTF8'`)
  const template = await openDatabase({ databaseUrl: databaseUrl(url, TEMPLATE), dataDir: '' })
  await migrate(template)
  await template.close()
}
