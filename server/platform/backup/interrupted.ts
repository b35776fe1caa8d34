/**
 * A mark in the data folder, for as long as a restore changes what the shop is made of. Rows and
 * pictures cannot be changed in one step: who finds the mark knows that they may not belong together.
 */
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../db/database.ts'
import { lockDirectory } from '../db/directory-lock.ts'
import { StartError } from '../start-error.ts'

const MARK = 'restore-unfinished.json'

/** The database that a restore is for: two that differ in anything are two. */
export interface Target {
  engine: Engine['name']
  /** The folder of an embedded one; of a PostgreSQL what its server says it is. */
  database: string
}

export interface Unfinished {
  /** Null when the mark cannot be read: then nobody knows what was kept either. */
  target: Target | null
  /** The backup that was on its way in. */
  file: string | null
  /** Where that which was there before is; null when there was nothing. */
  kept: string | null
}

const UNREADABLE: Unfinished = { target: null, file: null, kept: null }

/** Writes aside and renames, so that no full disk and no kill leaves half a mark. */
export async function markUnfinished(
  dataDir: string,
  restore: { target: Target; file: string; kept: string | null },
): Promise<void> {
  const mark = markOf(dataDir)
  const draft = `${mark}.part`
  try {
    await writeFile(draft, JSON.stringify(restore), { flush: true })
    await rename(draft, mark)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // Its name has to be on the disk before the first thing that it is about; Windows cannot be asked.
  if (process.platform === 'win32') return
  const folder = await open(dataDir)
  await folder.sync().finally(() => folder.close())
}

export async function unmark(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true })
}

/** @returns null when the last restore, if there was one, came to its end. */
export async function findInterrupted(dataDir: string): Promise<Unfinished | null> {
  try {
    return parsed(await readFile(markOf(dataDir), 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** The file, for an owner who has to be told of it. */
export function markOf(dataDir: string): string {
  return join(dataDir, MARK)
}

function parsed(text: string): Unfinished {
  try {
    const found = JSON.parse(text) as Unfinished
    return found?.target?.engine && found.target.database && found.file ? found : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/**
 * @throws StartError that says how to complete what was cut off, or which process has the folder
 *   when a restore is under way.
 */
export async function assertComplete(dataDir: string): Promise<void> {
  if (!(await findInterrupted(dataDir))) return
  const unlock = await lockDirectory(dataDir)
  const unfinished = await findInterrupted(dataDir).finally(unlock)
  if (unfinished) throw new StartError(tell(unfinished, dataDir))
}

function tell({ file, kept }: Unfinished, dataDir: string): string {
  if (!file) {
    return `a restore was cut off, and what it kept is not known since ${markOf(dataDir)} cannot be read: look for what is called "replaced" beside it and beside the backup, and restore a backup with --replace-this-shop`
  }
  return `a restore was cut off: run it again with npm run restore -- ${quoted(file)} --replace-this-shop${kept ? `; what was there before is in ${kept}` : ''}`
}

/** As one word of a shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
