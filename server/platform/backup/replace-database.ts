/**
 * Replaces what a database holds with a backup: in one transaction, after saving the
 * present data, which is put back when the restored data is not sound. Only the database itself can
 * show that, once it holds the rows.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsShop } from '../db/contents.ts'
import { migratedTables, migrationNames } from '../db/migrate.ts'
import { isThere } from '../is-there.ts'
import { StartError } from '../start-error.ts'
import { unpack } from './archive.ts'
import { type ShopPlace, save, timeInName } from './backup.ts'
import { restoreCopy } from './copy-database.ts'
import { countOthers, emptyDatabase, listTables, readDatabase } from './inspect-database.ts'
import { markInterrupted, unmark } from './interrupted.ts'
import { type Manifest, MEDIA, readManifest } from './manifest.ts'
import {
  freePath,
  lookAt,
  moveIfThere,
  type Restored,
  type Unpacked,
  wouldOverwrite,
} from './restore-steps.ts'

/** @param url of the shop's database. @throws StartError after having put the previous data back. */
export async function replaceDatabase(
  shop: ShopPlace,
  url: string,
  unpacked: Unpacked,
): Promise<Restored> {
  const { staging, manifest, replace, progress, file, target, cutOff } = unpacked
  const there = await readDatabase(url)
  const tables = await listTables(url)
  await assertNobodyElses(tables, there.migrations)
  const isTaken = holdsShop(there) || holdsMore(tables, manifest)
  if (isTaken && !replace) throw wouldOverwrite(shop)
  const others = await countOthers(url)
  if (others > 0) {
    throw new StartError(`${others} connections use the database: stop the shop first`)
  }
  // After an interrupted restore the rows may be its own: the previous data is in its copy.
  const before = cutOff?.kept && (await isThere(cutOff.kept)) ? cutOff.kept : null
  const takeSafety = async () =>
    isTaken ? (await save(shop, join(file, '..', 'replaced'), progress)).file : null
  const kept = before ?? (await takeSafety())
  await markInterrupted(shop.dataDir, { target, file, kept })
  try {
    await restoreCopy(url, staging, manifest, (share) => progress('Restoring the database', share))
  } catch (error) {
    // All or nothing: there was nothing.
    if (!cutOff) await unmark(shop.dataDir)
    throw error
  }
  try {
    const migrated = await lookAt(url, unpacked)
    await replaceMedia(shop.dataDir, staging)
    await unmark(shop.dataDir)
    return { manifest, migrated, kept }
  } catch (error) {
    return await putBack(url, {
      dataDir: shop.dataDir,
      kept,
      staging,
      bringsPictures: before !== null,
      // A copy of a half-done restore would be half done, too.
      isWhole: !cutOff || before !== null || !isTaken,
      cause: error as Error,
    })
  }
}

/** What is no shop's cannot be saved as one: it would be lost. */
async function assertNobodyElses(
  tables: readonly string[],
  migrations: readonly string[],
): Promise<void> {
  const known = new Set(await migrationNames())
  // A newer shop may have any table.
  if (migrations.some((name) => !known.has(name))) return
  const own = migrations.length > 0 ? await migratedTables() : new Set()
  // An interrupted first start leaves the migrator's own tables.
  const names = tables.filter((name) => !own.has(name) && !/^kysely_migration/.test(name))
  if (names.length === 0) return
  throw new StartError(
    `the database holds tables of something else (${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''}), which a restore would remove: give the shop a database of its own`,
  )
}

/** Tables of a newer shop than the backup's. */
function holdsMore(tables: readonly string[], manifest: Manifest): boolean {
  return tables.some((name) => !(name in manifest.rows))
}

/** All or nothing: a folder that cannot be moved (a mount point) keeps its contents. */
async function replaceMedia(dataDir: string, staging: string): Promise<void> {
  const media = join(dataDir, MEDIA)
  const aside = await freePath(join(dataDir, `replaced-${timeInName(new Date())}-${MEDIA}`))
  await moveIfThere(media, aside)
  try {
    await moveIfThere(join(staging, MEDIA), media)
  } catch (error) {
    await moveIfThere(aside, media)
    throw error
  }
}

interface Rejected {
  dataDir: string
  /** The backup of the previous data; null when there was none. */
  kept: string | null
  staging: string
  /** It was made before an interrupted restore, which may have got as far as the pictures. */
  bringsPictures: boolean
  /** Whether a shop may start with the data that is put back. */
  isWhole: boolean
  /** Why the restored data may not stay. */
  cause: Error
}

/** @throws StartError with the cause and what the database holds now, always. */
async function putBack(url: string, rejected: Rejected): Promise<never> {
  const { dataDir, kept: safety, staging, bringsPictures, isWhole, cause } = rejected
  const before = join(staging, 'before')
  try {
    if (safety) {
      await mkdir(before)
      await unpack(safety, before, () => {})
      await restoreCopy(url, before, await readManifest(before), () => {})
      if (bringsPictures) await replaceMedia(dataDir, before)
    } else {
      await emptyDatabase(url)
    }
    if (isWhole) await unmark(dataDir)
  } catch (error) {
    throw new StartError(
      `${cause.message}; the database holds it nevertheless, since what was there before ${safety ? `(saved in ${safety}) ` : ''}could not be put back: ${(error as Error).message}`,
    )
  }
  throw new StartError(
    `${cause.message}; the database ${safety ? `is as it was, which ${safety} holds as well` : 'is empty now'}`,
  )
}
