/** Replaces a shop with a backup, but only if the restored data passes the check. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openServer } from '../db/database.ts'
import { migrationNames } from '../db/migrate.ts'
import { StartError } from '../start-error.ts'
import { unpack } from './archive.ts'
import { removeLeftovers, type ShopPlace } from './backup.ts'
import { identifyDatabase } from './inspect-database.ts'
import { findInterrupted, type Interrupted, markOf } from './interrupted.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type Restored, type RestoreOptions, replaceDatabase } from './replace-database.ts'

/**
 * The shop must be stopped. A backup that is damaged or newer than this code is rejected before anything changes. An
 * interrupted restore leaves a mark that prevents the shop from starting until the restore is run again on the same
 * database, which completes it.
 * @throws StartError with the reason in one line.
 */
export async function restore(shop: ShopPlace, options: RestoreOptions): Promise<Restored> {
  const { file, progress } = options
  const { dataDir } = shop
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new StartError(`the data folder ${dataDir} cannot be created: ${error.message}`)
  })
  await removeLeftovers(dataDir, STAGING)
  const staging = join(dataDir, `restore-${randomBytes(8).toString('hex')}`)
  try {
    await mkdir(staging, { mode: 0o700 })
    await unpack(file, staging, (share) => progress('Unpacking', share))
    const manifest = await readManifest(staging)
    await assertKnown(manifest)
    const server = await openServer(shop)
    try {
      const target = shop.databaseUrl ? await identifyDatabase(server.url) : resolve(dataDir)
      const cutOff = await findInterrupted(dataDir)
      assertSameRestore(cutOff, target, dataDir)
      const unpacked = { ...options, staging, manifest, target, cutOff }
      return await replaceDatabase(shop, server.url, unpacked)
    } finally {
      await server.close()
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const STAGING = /^restore-[0-9a-f]{16}$/

async function assertKnown({ migrations }: Manifest): Promise<void> {
  const known = new Set(await migrationNames())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown) {
    throw new StartError(
      `this backup comes from a newer version of Barq (${unknown}): restore it with that version`,
    )
  }
}

/** @throws StartError if a restore into a different database was interrupted, because this one cannot complete it. */
function assertSameRestore(cutOff: Interrupted | null, target: string, dataDir: string): void {
  if (!cutOff?.target || cutOff.target === target) return
  throw new StartError(
    `a restore into another database (${cutOff.target}) was interrupted with this DATA_DIR: complete it there first, or remove ${markOf(dataDir)} if that database is no longer needed${cutOff.kept ? `; its previous data is in ${cutOff.kept}` : ''}`,
  )
}
