/** Puts a backup in the place of a shop, and says what came back only after looking at it. */
import { randomBytes } from 'node:crypto'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '../db/database.ts'
import { lockDirectory } from '../db/directory-lock.ts'
import { type Facts, holdsShop } from '../db/facts.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import { readPGlite } from '../db/pglite.ts'
import { StartError } from '../start-error.ts'
import { unpack } from './archive.ts'
import { backUp, type ShopPlace, type StepProgress, timeInName } from './backup.ts'
import { DUMP, type Manifest, MEDIA, readManifest } from './manifest.ts'
import { countOthers, emptyPostgres, readPostgres, restorePostgres } from './postgres-tools.ts'
import { findUnfinished, markUnfinished, type Unfinished, unmark } from './unfinished.ts'

export interface RestoreOptions {
  file: string
  /** Said in words: what the shop holds now may go. */
  replace: boolean
  progress: StepProgress
  /** Names of the shop's rules that are broken in a database. */
  check(db: Database): Promise<string[]>
}

export interface Restored {
  manifest: Manifest
  /** Migrations that ran on what came back, since this code is newer. */
  migrated: string[]
  /** Where that which was there before is now; null when there was nothing. */
  kept: string | null
}

/**
 * The shop must be stopped. A backup that is damaged, of another engine or newer than this code is
 * refused before anything is touched. One that is cut off leaves a mark, with which no shop starts,
 * and is completed by running it again.
 * @throws StartError with the reason in one line.
 */
export async function restore(shop: ShopPlace, options: RestoreOptions): Promise<Restored> {
  const { file, progress } = options
  const unlock = await lockDirectory(shop.dataDir)
  const staging = join(shop.dataDir, `restore-${randomBytes(8).toString('hex')}`)
  try {
    await removeStagings(shop.dataDir)
    await mkdir(staging, { mode: 0o700 })
    await unpack(file, staging, (share) => progress('Unpacking', share))
    const manifest = await readManifest(staging)
    await mustFit(shop, manifest)
    const cutOff = await findUnfinished(shop.dataDir)
    const unpacked = { ...options, staging, manifest, cutOff }
    return shop.databaseUrl
      ? await intoPostgres(shop, shop.databaseUrl, unpacked)
      : await intoFolder(shop, unpacked)
  } finally {
    await rm(staging, { recursive: true, force: true })
    await unlock()
  }
}

const STAGING = /^restore-[0-9a-f]{16}$/

/** Of restores that were killed: the lock says that none is under way. */
async function removeStagings(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (STAGING.test(name)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

interface Unpacked extends RestoreOptions {
  staging: string
  manifest: Manifest
  /** A restore before this one, which this one completes. */
  cutOff: Unfinished | null
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

/** Looked at beside the shop that is there, and moved into its place when it is sound. */
async function intoFolder(shop: ShopPlace, unpacked: Unpacked): Promise<Restored> {
  const { staging, manifest, replace, cutOff, file } = unpacked
  const { dataDir } = shop
  const isTaken = await embeddedHoldsShop(dataDir)
  if (isTaken && !replace) throw wouldOverwrite(`the folder ${dataDir}`)
  const migrated = await lookAt({ databaseUrl: null, dataDir: staging }, unpacked)
  const aside =
    cutOff?.kept ?? (await freePath(join(dataDir, `replaced-${timeInName(new Date())}`)))
  await mkdir(aside, { recursive: true })
  await markUnfinished(dataDir, { file, kept: aside })
  for (const name of ['pglite', MEDIA]) {
    const place = join(dataDir, name)
    // What the shop had is aside already: this is of the restore that was cut off.
    if (await isThere(join(aside, name))) await rm(place, { recursive: true, force: true })
    else await moveIfThere(place, join(aside, name))
    await moveIfThere(join(staging, name), place)
  }
  await unmark(dataDir)
  const isEmpty = (await readdir(aside)).length === 0
  if (isEmpty) await rm(aside, { recursive: true })
  return { manifest, migrated, kept: isEmpty ? null : aside }
}

/** Two restores of one second do not meet. */
async function freePath(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const free = count === 1 ? path : `${path}-${count}`
    if (!(await isThere(free))) return free
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * In one transaction, after a backup of what is there, which comes back when what was restored is
 * not sound: only the database itself can tell, once it holds the rows.
 */
async function intoPostgres(
  shop: ShopPlace,
  databaseUrl: string,
  unpacked: Unpacked,
): Promise<Restored> {
  const { staging, manifest, replace, progress, file, cutOff } = unpacked
  const isTaken = holdsShop(await readPostgres(databaseUrl))
  if (isTaken && !replace) throw wouldOverwrite('the database of DATABASE_URL')
  const others = await countOthers(databaseUrl)
  if (others > 0) {
    throw new StartError(`${others} connections use the database: stop the shop first`)
  }
  const takeSafety = async () =>
    isTaken ? (await backUp(shop, join(file, '..', 'replaced'), progress)).file : null
  // After a restore that was cut off the rows may be its own: what was there before is in its copy.
  const kept = cutOff ? cutOff.kept : await takeSafety()
  await markUnfinished(shop.dataDir, { file, kept })
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
    const { dataDir } = shop
    return await putBack(databaseUrl, { dataDir, kept, staging, cutOff, cause: error as Error })
  }
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
  /** The backup of what was there; null when nobody misses that. */
  kept: string | null
  staging: string
  cutOff: Unfinished | null
  /** Why what came back may not stay. */
  cause: Error
}

/** @throws StartError with the cause and what the database holds now, always. */
async function putBack(databaseUrl: string, judged: Judged): Promise<never> {
  const { dataDir, kept: safety, staging, cutOff, cause } = judged
  const before = join(staging, 'before')
  try {
    if (safety) {
      await mkdir(before)
      await unpack(safety, before, () => {})
      await restorePostgres(databaseUrl, join(before, DUMP), before)
      // The one that was cut off may have come as far as the pictures.
      if (cutOff) await replaceMedia(dataDir, before)
    } else {
      await emptyPostgres(databaseUrl)
    }
    await unmark(dataDir)
  } catch (error) {
    throw new StartError(
      `${cause.message}; the database holds it nevertheless, since what was there before ${safety ? `(saved in ${safety}) ` : ''}could not be put back: ${(error as Error).message}`,
    )
  }
  throw new StartError(
    `${cause.message}; the database ${safety ? `is as it was, which ${safety} holds as well` : 'is empty now'}`,
  )
}

function wouldOverwrite(what: string): StartError {
  return new StartError(
    `${what} holds a shop: add --replace-this-shop to put the backup in its place`,
  )
}

/** One that cannot be opened may hold a shop as well. */
async function embeddedHoldsShop(dataDir: string): Promise<boolean> {
  const folder = join(dataDir, 'pglite')
  const isThere = await readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  )
  if (!isThere) return false
  try {
    return holdsShop(await readPGlite(folder))
  } catch {
    return true
  }
}

/** @returns the migrations that ran. @throws StartError when what came back is not what was saved. */
async function lookAt(
  place: Pick<ShopPlace, 'databaseUrl' | 'dataDir'>,
  { manifest, check, progress }: Unpacked,
): Promise<string[]> {
  const step = 'Looking at what came back'
  progress(step, 0)
  const facts = place.databaseUrl
    ? await readPostgres(place.databaseUrl)
    : await readPGlite(join(place.dataDir, 'pglite'))
  mustEqual(facts, manifest)
  const db = await openDatabase(place)
  try {
    const migrated = await migrate(db)
    progress(step, 0.5)
    const broken = await check(db)
    if (broken.length > 0) throw new StartError(`rules are broken in it: ${broken.join(', ')}`)
    progress(step, 1)
    return migrated
  } finally {
    await db.close()
  }
}

function mustEqual(facts: Facts, manifest: Manifest): void {
  for (const [table, count] of Object.entries(manifest.rows)) {
    if (facts.rows[table] === count) continue
    throw new StartError(`${facts.rows[table] ?? 0} of ${count} rows of ${table} came back`)
  }
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}
