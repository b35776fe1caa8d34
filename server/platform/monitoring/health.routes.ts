import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { healthz, readyz } from '#contract/shop.ts'
import type { Database } from '../db/database.ts'
import { migrationNames } from '../db/migrate.ts'
import type { Api } from '../http/api.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Sentence } from '../words/sentence.ts'

/** The minimum free space. With less, the database will soon be unable to write. */
const FREE_BYTES_MIN = 200 * 1024 ** 2

export interface HealthParts {
  db: Database
  isDraining(): boolean
  /** The free space on the disk the shop writes to, in bytes; null if unknown. */
  freeBytes(): Promise<number | null>
}

export function healthRoutes(api: Api, { db, isDraining, freeBytes }: HealthParts): void {
  api.route(healthz, async () => ({ status: 'ok' as const }))

  api.route(readyz, async () => {
    if (isDraining()) throw notReady('error.stopping')
    const missing = await missingMigrations(db).catch(() => {
      throw notReady('error.databaseSilent')
    })
    if (missing) throw notReady('error.databaseOld')
    const free = await freeBytes()
    if (free !== null && free < FREE_BYTES_MIN) throw notReady('error.diskFull')
    return { status: 'ready' as const }
  })
}

function notReady(reason: Sentence): ShopError {
  return new ShopError('unavailable', reason)
}

/**
 * Whether the database lacks any of this version's migrations. Additional ones are fine: a newer process may have
 * applied them.
 */
async function missingMigrations(db: Database): Promise<boolean> {
  const names = await migrationNames()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from kysely_migration where name = any(${names}::text[])`.execute(
    db.run,
  )
  return rows[0]?.count !== names.length
}

/** @returns the number of free bytes; null if unknown, for example because the folder does not exist. */
export async function freeBytesIn(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
}
