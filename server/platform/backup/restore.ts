/** Replaces a shop with a backup, and reports what was restored only after checking it. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lockDirectory } from '../db/directory-lock.ts'
import { migrationNames } from '../db/migrate.ts'
import { StartError } from '../start-error.ts'
import { unpack } from './archive.ts'
import type { ShopPlace } from './backup.ts'
import { findInterrupted, type Interrupted, markOf, type Target } from './interrupted.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { identifyPostgres } from './postgres-tools.ts'
import { intoFolder } from './restore-into-folder.ts'
import { intoPostgres } from './restore-into-postgres.ts'
import type { Restored, RestoreOptions } from './restore-steps.ts'

/**
 * The shop must be stopped. A backup that is damaged, of another engine or newer than this code is
 * refused before anything is changed. An interrupted restore leaves a mark, with which no shop
 * starts, and is completed by running it again on the same database.
 * @throws StartError with the reason in one line.
 */
export async function restore(shop: ShopPlace, options: RestoreOptions): Promise<Restored> {
  const { file, progress } = options
  const { dataDir, databaseUrl } = shop
  const unlock = await lockDirectory(dataDir)
  const staging = join(dataDir, `restore-${randomBytes(8).toString('hex')}`)
  try {
    await removeStagings(dataDir)
    await mkdir(staging, { mode: 0o700 })
    await unpack(file, staging, (share) => progress('Unpacking', share))
    const manifest = await readManifest(staging)
    await mustFit(shop, manifest)
    const target = await identify(shop)
    const cutOff = await findInterrupted(dataDir)
    assertSameRestore(cutOff, target, dataDir)
    const unpacked = { ...options, staging, manifest, target, cutOff }
    return databaseUrl
      ? await intoPostgres(shop, databaseUrl, unpacked)
      : await intoFolder(dataDir, unpacked)
  } finally {
    await rm(staging, { recursive: true, force: true })
    await unlock()
  }
}

const STAGING = /^restore-[0-9a-f]{16}$/

/** Leftovers of killed restores: the lock proves that none is under way. */
async function removeStagings(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (STAGING.test(name)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function mustFit(shop: ShopPlace, { engine, migrations }: Manifest): Promise<void> {
  if (engine === 'postgres' && !shop.databaseUrl) {
    throw new StartError('this backup is of a PostgreSQL: set DATABASE_URL to where it shall go')
  }
  if (engine === 'pglite' && shop.databaseUrl) {
    throw new StartError('this backup is of an embedded database: restore it without DATABASE_URL')
  }
  const known = new Set(await migrationNames())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown) {
    throw new StartError(`this backup is of a newer Barq (${unknown}): restore it with that one`)
  }
}

async function identify({ databaseUrl, dataDir }: ShopPlace): Promise<Target> {
  return databaseUrl
    ? { engine: 'postgres', database: await identifyPostgres(databaseUrl) }
    : { engine: 'pglite', database: resolve(dataDir) }
}

/** What one restore has kept is irrelevant for what another database holds. */
function assertSameRestore(cutOff: Interrupted | null, target: Target, dataDir: string): void {
  const meant = cutOff?.target
  if (!meant) return
  if (meant.engine === target.engine && meant.database === target.database) return
  throw new StartError(
    `a restore into another database (${meant.engine}, ${meant.database}) was cut off with this DATA_DIR: complete it there first, or remove ${markOf(dataDir)} if nobody needs that database${cutOff.kept ? `; what it held before is in ${cutOff.kept}` : ''}`,
  )
}
