/**
 * A restore marks the data folder while it changes the shop's data. Rows and pictures cannot be replaced in one step,
 * so they may not match while the mark exists.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { syncFolder } from '../sync-folder.ts'

/** The file name of the mark. It must never change, so that restores begun by earlier versions are found. */
const MARK = 'restore-unfinished.json'

/** The contents of the mark; all fields are null if it cannot be read. */
export interface Interrupted {
  /** The database being replaced: an embedded one's data folder, or any other's identity (`identifyDatabase`). */
  target: string | null
  /** The backup being restored. */
  file: string | null
  /** Where the previous data was saved; also null if there was none or if it was not saved yet. */
  kept: string | null
}

const UNREADABLE: Interrupted = { target: null, file: null, kept: null }

/**
 * Writes the mark to a temporary file and renames it, so that a full disk or a kill never leaves an incomplete mark.
 */
export async function markInterrupted(
  dataDir: string,
  restore: { target: string; file: string; kept: string | null },
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
  // A power failure must not undo the mark while changes made after it survive.
  await syncFolder(dataDir)
}

export async function unmark(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true })
}

export async function findInterrupted(dataDir: string): Promise<Interrupted | null> {
  try {
    return parsed(await readFile(markOf(dataDir), 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

export function markOf(dataDir: string): string {
  return join(dataDir, MARK)
}

function parsed(text: string): Interrupted {
  try {
    const found = JSON.parse(text) as Interrupted
    return found?.target && found.file ? found : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/** @throws StartError if a restore was interrupted; the message explains how to complete it. */
export async function assertComplete(dataDir: string): Promise<void> {
  const interrupted = await findInterrupted(dataDir)
  if (interrupted) throw new StartError(tell(interrupted, dataDir))
}

function tell({ file, kept }: Interrupted, dataDir: string): string {
  if (!file) {
    return `a restore was interrupted, and ${markOf(dataDir)}, which says where it saved the previous data, cannot be read: look next to that file and next to the backup for files and folders with "replaced" in their names, and restore a backup with --replace-this-shop`
  }
  return `a restore was interrupted or is still running; if it was interrupted, ${howToComplete({ file, kept })}`
}

export function howToComplete({ file, kept }: { file: string; kept: string | null }): string {
  return `run it again with npm run restore -- ${quoted(file)} --replace-this-shop${kept ? `; the previous data is in ${kept}` : ''}`
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
