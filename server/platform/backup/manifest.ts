/** A backup's description of itself, stored in it as `manifest.json`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Copied } from './copy-database.ts'

export interface Manifest extends Copied {
  format: typeof FORMAT
  /** ISO 8601. */
  takenAt: string
  /** The number of uploaded pictures in the backup. */
  pictures: number
  /** The bucket that stores the pictures; null if they are in the backup. */
  bucket: string | null
}

/**
 * The backup format this version writes and reads. Format 1 was a PostgreSQL dump, or the files of an earlier kind of
 * embedded database.
 */
export const FORMAT = 2

const NAME = 'manifest.json'

export const MEDIA = 'media'

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @throws StartError if the manifest is missing, unreadable or incomplete, or has a different format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new StartError('this file is not a backup of a Barq shop: it has no manifest')
  })
  const manifest = parsed(text)
  if (typeof manifest?.format !== 'number') {
    throw new StartError('this file is not a backup of a Barq shop: its manifest cannot be read')
  }
  if (manifest.format !== FORMAT) {
    const age =
      manifest.format < FORMAT
        ? 'the older version of Barq that created it'
        : 'the newer version of Barq that created it'
    throw new StartError(`this backup has format ${manifest.format}: restore it with ${age}`)
  }
  const { migrations, rows, columns, sequences } = manifest
  if (!(Array.isArray(migrations) && rows && columns && sequences)) {
    throw new StartError('this backup is damaged: its manifest is incomplete')
  }
  return manifest as Manifest
}

function parsed(text: string): (Partial<Omit<Manifest, 'format'>> & { format?: number }) | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
