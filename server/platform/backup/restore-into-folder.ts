/** Restores an embedded shop: the backup is checked beside it and moved in when sound. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsShop } from '../db/contents.ts'
import { readPGlite } from '../db/pglite.ts'
import { StartError } from '../start-error.ts'
import { timeInName } from './backup.ts'
import { markInterrupted, unmark } from './interrupted.ts'
import { isThere } from './is-there.ts'
import { MEDIA } from './manifest.ts'
import {
  freePath,
  lookAt,
  moveIfThere,
  type Restored,
  type Unpacked,
  wouldOverwrite,
} from './restore-steps.ts'

/** @throws StartError after having moved the previous data back. */
export async function intoFolder(dataDir: string, unpacked: Unpacked): Promise<Restored> {
  const { staging, manifest, replace, target, cutOff, file } = unpacked
  if (!replace && (await embeddedHoldsShop(dataDir))) throw wouldOverwrite(`the folder ${dataDir}`)
  const migrated = await lookAt({ databaseUrl: null, dataDir: staging }, unpacked)
  const aside =
    cutOff?.kept ?? (await freePath(join(dataDir, `replaced-${timeInName(new Date())}`)))
  const swap = new Swap(dataDir, aside, staging)
  try {
    await mkdir(aside, { recursive: true })
    await markInterrupted(dataDir, { target, file, kept: aside })
    await swap.run()
  } catch (error) {
    const reason = `the backup could not be moved into ${dataDir}: ${(error as Error).message}`
    await swap.undo().catch((second: Error) => {
      throw new StartError(
        `${reason}; nor could what was there before, which is in ${aside}: ${second.message}`,
      )
    })
    // The previous data is incomplete when it is unknown what an earlier restore has kept.
    if (!cutOff || cutOff.kept) await unmark(dataDir)
    await removeIfEmpty(aside)
    throw new StartError(`${reason}; the shop is as it was`)
  }
  await unmark(dataDir)
  return { manifest, migrated, kept: (await removeIfEmpty(aside)) ? null : aside }
}

/** Moves the shop's data aside, and the unpacked backup into its place. */
class Swap {
  readonly #dataDir: string
  readonly #aside: string
  readonly #staging: string
  readonly #placed = new Set<string>()

  constructor(dataDir: string, aside: string, staging: string) {
    this.#dataDir = dataDir
    this.#aside = aside
    this.#staging = staging
  }

  async run(): Promise<void> {
    for (const { name, place, aside, unpacked } of this.#parts()) {
      // The shop's own data is aside already: this is from the interrupted restore.
      if (await isThere(aside)) await rm(place, { recursive: true, force: true })
      else await moveIfThere(place, aside)
      if (await moveIfThere(unpacked, place)) this.#placed.add(name)
    }
  }

  /** The data aside is the previous shop, also when an earlier restore put it there. */
  async undo(): Promise<void> {
    for (const { name, place, aside, unpacked } of this.#parts()) {
      if (this.#placed.delete(name)) await moveIfThere(place, unpacked)
      if (!(await isThere(aside))) continue
      await rm(place, { recursive: true, force: true })
      await moveIfThere(aside, place)
    }
  }

  #parts() {
    return ['pglite', MEDIA].map((name) => ({
      name,
      place: join(this.#dataDir, name),
      aside: join(this.#aside, name),
      unpacked: join(this.#staging, name),
    }))
  }
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  if (names.length > 0) return false
  await rm(folder, { recursive: true, force: true })
  return true
}

/** A database that cannot be opened may hold a shop as well. */
async function embeddedHoldsShop(dataDir: string): Promise<boolean> {
  const folder = join(dataDir, 'pglite')
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return false
  try {
    return holdsShop(await readPGlite(folder))
  } catch {
    return true
  }
}
