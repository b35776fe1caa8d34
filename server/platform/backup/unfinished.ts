/**
 * A mark in the data folder, for as long as a restore changes what the shop is made of. Rows and
 * pictures cannot be changed in one step: who finds the mark knows that they may not belong together.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

const MARK = 'restore-unfinished.json'

export interface Unfinished {
  /** The backup that was on its way in. */
  file: string
  /** Where that which was there before is; null when there was nothing. */
  kept: string | null
}

export async function markUnfinished(dataDir: string, restore: Unfinished): Promise<void> {
  await writeFile(join(dataDir, MARK), JSON.stringify(restore), { flush: true })
}

export async function unmark(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARK), { force: true })
}

/** @returns null when the last restore, if there was one, came to its end. */
export async function findUnfinished(dataDir: string): Promise<Unfinished | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, MARK), 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** @throws StartError that says how to complete what was cut off. */
export async function mustBeWhole(dataDir: string): Promise<void> {
  const unfinished = await findUnfinished(dataDir)
  if (!unfinished) return
  const { file, kept } = unfinished
  throw new StartError(
    `a restore was cut off: run it again with npm run restore -- ${file} --replace-this-shop${kept ? `; what was there before is in ${kept}` : ''}`,
  )
}
