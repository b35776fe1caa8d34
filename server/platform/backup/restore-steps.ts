/** The options of a restore, and its steps. */
import { rename } from 'node:fs/promises'
import type { Contents } from '../db/contents.ts'
import { createDatabase, type Database, inTransaction, type Tx } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { isThere } from '../is-there.ts'
import { StartError } from '../start-error.ts'
import type { ShopPlace, StepProgress } from './backup.ts'
import { readDatabase } from './inspect-database.ts'
import type { Interrupted } from './interrupted.ts'
import type { Manifest } from './manifest.ts'

export interface RestoreOptions {
  file: string
  /** Explicit consent: the shop's present data may go. */
  replace: boolean
  progress: StepProgress
  /**
   * Ends what was revoked or used after the backup was taken; runs on the database in this code's
   * schema. Without it everybody stays signed in.
   */
  endAccess?: (tx: Tx) => Promise<void>
  /** Names of the shop's rules that are broken in a database. */
  check(db: Database): Promise<string[]>
}

export interface Restored {
  manifest: Manifest
  /** Migrations that ran on the restored data, since this code is newer. */
  migrated: string[]
  /** Where the previous data is kept; null when there was none. */
  kept: string | null
}

/** A backup that fits, in a folder beside the data that it will replace. */
export interface Unpacked extends RestoreOptions {
  staging: string
  manifest: Manifest
  target: string
  /** An interrupted restore of the same database, which this one completes. */
  cutOff: Interrupted | null
}

/** @returns the migrations that ran. @throws StartError when the restored data is incomplete. */
export async function lookAt(
  url: string,
  { manifest, endAccess, check, progress }: Unpacked,
): Promise<string[]> {
  const step = 'Looking at what came back'
  progress(step, 0)
  assertSameCounts(await readDatabase(url), manifest)
  const db = createDatabase(await openPostgres(url))
  try {
    const migrated = await migrate(db)
    if (endAccess) await inTransaction(db, endAccess)
    progress(step, 0.5)
    const broken = await check(db)
    if (broken.length > 0) throw new StartError(`rules are broken in it: ${broken.join(', ')}`)
    progress(step, 1)
    return migrated
  } finally {
    await db.close()
  }
}

function assertSameCounts(contents: Contents, manifest: Manifest): void {
  for (const [table, count] of Object.entries(manifest.rows)) {
    if (contents.rows[table] === count) continue
    throw new StartError(`${contents.rows[table] ?? 0} of ${count} rows of ${table} came back`)
  }
}

export function wouldOverwrite({ databaseUrl, dataDir }: ShopPlace): StartError {
  const what = databaseUrl ? 'the database of DATABASE_URL' : `the folder ${dataDir}`
  return new StartError(
    `${what} holds a shop: add --replace-this-shop to put the backup in its place`,
  )
}

/** Two restores within one second get different names. */
export async function freePath(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const free = count === 1 ? path : `${path}-${count}`
    if (!(await isThere(free))) return free
  }
}

export async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}
