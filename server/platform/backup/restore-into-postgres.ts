/**
 * A backup into the place of what a PostgreSQL holds: in one transaction, after a backup of what is
 * there, which comes back when what was restored is not sound. Only the database itself can tell,
 * once it holds the rows.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsShop } from '../db/facts.ts'
import { StartError } from '../start-error.ts'
import { unpack } from './archive.ts'
import { type ShopPlace, save, timeInName } from './backup.ts'
import { markUnfinished, unmark } from './interrupted.ts'
import { isThere } from './is-there.ts'
import { DUMP, type Manifest, MEDIA } from './manifest.ts'
import {
  countOthers,
  emptyPostgres,
  listTables,
  readPostgres,
  restorePostgres,
} from './postgres-tools.ts'
import {
  freePath,
  lookAt,
  moveIfThere,
  type Restored,
  type Unpacked,
  wouldOverwrite,
} from './restore-steps.ts'

export async function intoPostgres(
  shop: ShopPlace,
  databaseUrl: string,
  unpacked: Unpacked,
): Promise<Restored> {
  const { staging, manifest, replace, progress, file, target, cutOff } = unpacked
  const there = await readPostgres(databaseUrl)
  const tables = await listTables(databaseUrl)
  if (there.migrations.length === 0) mustHoldNothing(tables)
  const isTaken = holdsShop(there) || holdsMore(tables, manifest)
  if (isTaken && !replace) throw wouldOverwrite('the database of DATABASE_URL')
  const others = await countOthers(databaseUrl)
  if (others > 0) {
    throw new StartError(`${others} connections use the database: stop the shop first`)
  }
  // After a restore that was cut off the rows may be its own: what was there before is in its copy.
  const before = cutOff?.kept && (await isThere(cutOff.kept)) ? cutOff.kept : null
  const takeSafety = async () =>
    isTaken ? (await save(shop, join(file, '..', 'replaced'), progress)).file : null
  const kept = before ?? (await takeSafety())
  await markUnfinished(shop.dataDir, { target, file, kept })
  progress('Restoring the database', 0)
  try {
    await restorePostgres(databaseUrl, join(staging, DUMP), staging)
  } catch (error) {
    // All or nothing: it was nothing.
    if (!cutOff) await unmark(shop.dataDir)
    throw error
  }
  progress('Restoring the database', 1)
  try {
    const migrated = await lookAt({ databaseUrl, dataDir: staging }, unpacked)
    await replaceMedia(shop.dataDir, staging)
    await unmark(shop.dataDir)
    return { manifest, migrated, kept }
  } catch (error) {
    return await putBack(databaseUrl, {
      dataDir: shop.dataDir,
      kept,
      staging,
      bringsPictures: before !== null,
      // A copy of what a restore had left half done is half done.
      isWhole: !cutOff || before !== null || !isTaken,
      cause: error as Error,
    })
  }
}

/** What is no shop cannot be kept as one: it would be gone. */
function mustHoldNothing(tables: readonly string[]): void {
  // A first start that was cut off leaves the migrator's own tables.
  const names = tables.filter((name) => !/^kysely_migration/.test(name))
  if (names.length === 0) return
  throw new StartError(
    `the database of DATABASE_URL holds tables of something else (${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''}), which a restore would remove: give the shop a database of its own`,
  )
}

/** Tables beside the shop's: somebody's own, or of a newer shop than that of the backup. */
function holdsMore(tables: readonly string[], manifest: Manifest): boolean {
  return tables.some((name) => !(name in manifest.rows))
}

/** All or nothing: a folder that cannot be moved (one that is mounted) stays with what is in it. */
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

interface Judged {
  dataDir: string
  /** The backup of what was there; null when there was nothing. */
  kept: string | null
  staging: string
  /** It is of before a restore that was cut off, which may have come as far as the pictures. */
  bringsPictures: boolean
  /** Whether a shop may start with what is put back. */
  isWhole: boolean
  /** Why what came back may not stay. */
  cause: Error
}

/** @throws StartError with the cause and what the database holds now, always. */
async function putBack(databaseUrl: string, judged: Judged): Promise<never> {
  const { dataDir, kept: safety, staging, bringsPictures, isWhole, cause } = judged
  const before = join(staging, 'before')
  try {
    if (safety) {
      await mkdir(before)
      await unpack(safety, before, () => {})
      await restorePostgres(databaseUrl, join(before, DUMP), before)
      if (bringsPictures) await replaceMedia(dataDir, before)
    } else {
      await emptyPostgres(databaseUrl)
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
