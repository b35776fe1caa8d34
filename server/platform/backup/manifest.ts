/** A backup's description of itself: the file `manifest.json` in it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contents } from '../db/contents.ts'
import type { Engine } from '../db/database.ts'
import { StartError } from '../start-error.ts'

export interface Manifest extends Contents {
  format: 1
  engine: Engine['name']
  /** ISO 8601. */
  takenAt: string
  /** Uploaded pictures that are in the backup. */
  pictures: number
  /** The bucket that holds the pictures instead; null when they are in the backup. */
  bucket: string | null
}

const NAME = 'manifest.json'

/** Beside it in a backup. */
export const DUMP = 'database.dump'
export const MEDIA = 'media'

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @throws StartError when the folder was not unpacked from a backup that this code supports. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new StartError('this file is no backup of a Barq shop: it has no manifest')
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) {
    throw new StartError(`this backup has format ${manifest.format}: restore it with a newer Barq`)
  }
  return manifest
}
