/**
 * Saves everything a shop cannot recreate to a single file: its database, and its uploaded pictures if they are stored
 * in the data folder.
 */
import { randomBytes } from 'node:crypto'
import { cp, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { openServer } from '../db/database.ts'
import { assertCreated } from '../db/embedded-place.ts'
import { isThere } from '../is-there.ts'
import { StartError } from '../start-error.ts'
import { type Progress, pack } from './archive.ts'
import { type Copied, copyDatabase } from './copy-database.ts'
import { assertComplete } from './interrupted.ts'
import { FORMAT, type Manifest, MEDIA, writeManifest } from './manifest.ts'

export interface ShopPlace {
  databaseUrl: string | null
  dataDir: string
  s3: { bucket: string } | null
}

export type StepProgress = (step: string, share: number) => void

/**
 * Writes a backup to the folder `to` while the shop keeps running. It includes everything acknowledged before the call,
 * and its rows are a consistent snapshot.
 * @returns the path of the file, whose name contains the UTC time, and its manifest.
 * @throws StartError if there is no shop, if the database does not respond, if the folder is not writable, or after an
 * interrupted restore, which may have left rows and pictures that do not match.
 */
export async function backUp(
  shop: ShopPlace,
  to: string,
  progress: StepProgress,
): Promise<{ file: string; manifest: Manifest }> {
  await assertComplete(shop.dataDir)
  return save(shop, to, progress)
}

/**
 * Like `backUp`, but allowed after an interrupted restore. Restores use it to save the data they are about to replace.
 */
export async function save(
  shop: ShopPlace,
  to: string,
  progress: StepProgress,
): Promise<{ file: string; manifest: Manifest }> {
  await mkdir(to, { recursive: true }).catch((error: Error) => {
    throw new StartError(`cannot write a backup to ${to}: ${error.message}`)
  })
  const takenAt = new Date()
  const file = join(to, `barq-${timeInName(takenAt)}.tar.gz`)
  await mkdir(shop.dataDir, { recursive: true })
  await removeLeftovers(shop.dataDir, COPY)
  await removeLeftovers(to, DRAFT)
  const staging = join(shop.dataDir, `copy-${randomBytes(8).toString('hex')}`)
  await mkdir(staging, { mode: 0o700 })
  try {
    // Pictures are linked twice: before the database is copied, to preserve those removed during the copy, and
    // afterwards, to include those added since.
    await linkMedia(shop, staging)
    const step = 'Copying the database'
    const copied = await copyRows(shop, staging, (share) => progress(step, share))
    if (copied.migrations.length === 0) throw new StartError('there is no shop in this database')
    await linkMedia(shop, staging)
    const manifest: Manifest = {
      format: FORMAT,
      takenAt: takenAt.toISOString(),
      ...copied,
      pictures: (await readdir(join(staging, MEDIA)).catch(() => [])).length,
      bucket: shop.s3?.bucket ?? null,
    }
    await writeManifest(staging, manifest)
    await pack(staging, file, (share) => progress('Packing', share))
    return { file, manifest }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** The time in UTC as `2026-11-21T21-30-05Z`, which sorts by time and is a valid file name on every system. */
export function timeInName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

const HALF_A_DAY_MS = 12 * 3_600_000

const COPY = /^copy-[0-9a-f]{16}$/
const DRAFT = /^barq-[0-9TZ-]+\.tar\.gz\.part$/

/**
 * Removes files left behind by a killed backup or restore, once they are half a day old. Newer files may belong to a
 * running backup or restore, and may disappear after being listed.
 */
export async function removeLeftovers(folder: string, names: RegExp): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!names.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > HALF_A_DAY_MS) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

async function copyRows(shop: ShopPlace, to: string, progress: Progress): Promise<Copied> {
  await assertCreated(shop)
  const server = await openServer(shop)
  return copyDatabase(server.url, to, progress).finally(() => server.close())
}

/**
 * Links the pictures, which never change, instead of copying them: links take no space and preserve pictures removed
 * later.
 */
async function linkMedia({ dataDir, s3 }: ShopPlace, staging: string): Promise<void> {
  if (s3) return
  const from = join(dataDir, MEDIA)
  for (const key of await readdir(from).catch(() => [] as string[])) {
    // Files whose names begin with a dot are still being written.
    if (key.startsWith('.')) continue
    const target = join(staging, MEDIA, key)
    const draft = `${target}.part`
    if (await isThere(target)) continue
    try {
      await linkTree(join(from, key), draft)
      await rename(draft, target)
    } catch (error) {
      // A picture removed between listing and linking is left out, because the database no longer refers to it.
      await rm(draft, { recursive: true, force: true })
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const source = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, source))
    if (entry.isDirectory()) await mkdir(target, { recursive: true })
    // Not every file system supports links.
    else await link(source, target).catch(() => cp(source, target))
  }
}
