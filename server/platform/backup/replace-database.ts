/**
 * Replaces a shop's data with a backup, after saving the current data. The rows are replaced and checked in one
 * transaction, which is committed once the pictures are in place, so a failure before the commit leaves the shop
 * unchanged. If the commit gets no response, it may or may not have taken effect.
 */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Handle } from '../db/database.ts'
import { namesOfOthers } from '../db/migrate.ts'
import { isThere } from '../is-there.ts'
import { StartError } from '../start-error.ts'
import { type ShopPlace, type StepProgress, save, timeInName } from './backup.ts'
import { restoreCopy } from './copy-database.ts'
import {
  type Contents,
  countOthers,
  holdsShop,
  listNames,
  readDatabase,
} from './inspect-database.ts'
import { howToComplete, type Interrupted, markInterrupted, unmark } from './interrupted.ts'
import { type Manifest, MEDIA } from './manifest.ts'

export interface RestoreOptions {
  file: string
  /** Explicit consent to replace the shop's current data. */
  replace: boolean
  progress: StepProgress
  /**
   * Revokes all access that the backup could bring back, such as sessions and one-time links. Runs once the restored
   * database has this code's schema. If missing, the sessions in the backup stay valid.
   */
  endAccess?: (restored: Handle) => Promise<void>
  /** Resolves to the names of the shop's rules that the restored database breaks. */
  check(restored: Handle): Promise<string[]>
}

export interface Restored {
  manifest: Manifest
  /** The names of the migrations run on the restored data because the backup came from an older version. */
  migrated: string[]
  /** Where the previous data was saved; null if there was none. */
  kept: string | null
}

/** An unpacked backup that this version can restore, in a folder next to the data it will replace. */
export interface Unpacked extends RestoreOptions {
  staging: string
  manifest: Manifest
  target: string
  /** The interrupted restore that this one completes; null if none. */
  cutOff: Interrupted | null
}

/**
 * @param url the URL of the shop's database.
 * @throws StartError if the data may not or cannot be replaced.
 */
export async function replaceDatabase(
  shop: ShopPlace,
  url: string,
  unpacked: Unpacked,
): Promise<Restored> {
  const { dataDir, databaseUrl } = shop
  const { staging, manifest, replace, progress, endAccess, check, file, target, cutOff } = unpacked
  const there = await readDatabase(url)
  await assertNobodyElses(url, there.migrations)
  const isTaken = holdsShop(there) || holdsMore(there, manifest)
  if (isTaken && !replace) {
    const what = databaseUrl ? 'the database at DATABASE_URL' : `the folder ${dataDir}`
    throw new StartError(
      `${what} contains a shop: add --replace-this-shop to replace it with the backup`,
    )
  }
  // The folder is marked before other connections are counted, so that a shop that connects later finds the mark.
  if (!cutOff) await markInterrupted(dataDir, { target, file, kept: null })
  const unmarkOwn = async () => {
    // An earlier restore's mark stays, because the rows and pictures it left may not match.
    if (!cutOff) await unmark(dataDir)
  }
  let kept: string | null
  try {
    await assertUnused(url)
    // After an interrupted restore, the current rows may already come from the backup, so the previous data is the copy
    // that the interrupted restore saved.
    const before = cutOff?.kept && (await isThere(cutOff.kept)) ? cutOff.kept : null
    const takeSafety = async () =>
      isTaken ? (await save(shop, join(file, '..', 'replaced'), progress)).file : null
    kept = before ?? (await takeSafety())
  } catch (error) {
    await unmarkOwn()
    throw error
  }
  await markInterrupted(dataDir, { target, file, kept })
  let putBackMedia = async () => {}
  let isCommitting = false
  try {
    const migrated = await restoreCopy(url, staging, manifest, {
      progress: (share) => progress('Restoring the database', share),
      async finish(restored) {
        progress('Checking the restored data', 0)
        await endAccess?.(restored)
        // The installation gets a new id. Otherwise, the restored shop would reuse the ids of emails sent since the
        // backup.
        await sql`update installation set id = default`.execute(restored)
        const broken = await check(restored)
        if (broken.length > 0)
          throw new StartError(`the restored data violates these rules: ${broken.join(', ')}`)
        putBackMedia = await replaceMedia(dataDir, staging)
        progress('Checking the restored data', 1)
        isCommitting = true
      },
    })
    await unmark(dataDir)
    return { manifest, migrated, kept }
  } catch (error) {
    const { message } = error as Error
    if (isCommitting) {
      throw new StartError(
        `${message}; the restore may or may not have taken effect: ${howToComplete({ file, kept })}`,
      )
    }
    await putBackMedia()
    await unmarkOwn()
    throw new StartError(
      `${message}; the shop is unchanged${kept ? `, and a copy of it is in ${kept}` : ''}`,
    )
  }
}

async function assertUnused(url: string): Promise<void> {
  const others = await countOthers(url)
  if (others > 0) {
    throw new StartError(
      `the database is in use (other connections: ${others}): stop the shop first`,
    )
  }
}

/**
 * @throws StartError if the database contains data of other programs, which would be lost: the backup made before a
 * restore cannot include it.
 */
async function assertNobodyElses(url: string, migrations: readonly string[]): Promise<void> {
  const names = await namesOfOthers(await listNames(url), migrations)
  if (names.length === 0) return
  throw new StartError(
    `the database also contains other data (${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''}), which a restore would remove: use a separate database for the shop`,
  )
}

/** Whether the database has tables that the backup lacks: newer migrations may have created them. */
function holdsMore(there: Contents, manifest: Manifest): boolean {
  return Object.keys(there.rows).some((name) => !(name in manifest.rows))
}

/**
 * Replaces all pictures or none: a folder that cannot be moved, such as a mount point, keeps its contents.
 * @returns a function that undoes the replacement.
 */
async function replaceMedia(dataDir: string, staging: string): Promise<() => Promise<void>> {
  const [media, restored] = [join(dataDir, MEDIA), join(staging, MEDIA)]
  const aside = await freePath(join(dataDir, `replaced-${timeInName(new Date())}-${MEDIA}`))
  await moveIfThere(media, aside)
  try {
    await moveIfThere(restored, media)
  } catch (error) {
    await moveIfThere(aside, media)
    throw error
  }
  return async () => {
    await moveIfThere(media, restored)
    await moveIfThere(aside, media)
  }
}

/** @returns an unused path, so that two restores within one second get different names. */
async function freePath(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const free = count === 1 ? path : `${path}-${count}`
    if (!(await isThere(free))) return free
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
