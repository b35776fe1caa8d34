import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database, Handle } from '../db/database.ts'
import { every, type Stop } from '../jobs/every.ts'
import { createKeptPictures, type PicturesInUse } from './kept-pictures.ts'
import type { MediaSettings } from './media.settings.ts'
import { createPictureStore, createS3PictureStore } from './picture-store.ts'
import { createS3 } from './s3.ts'
import { serveBucket, servePictures } from './serve-pictures.ts'

const REMOVE_PICTURES_MS = 3_600_000

export interface MediaPartNeeds {
  config: MediaSettings & { dataDir: string }
  db: Database
  /** All parts of the shop, which know the pictures they use. The list must be complete before the first removal. */
  parts: ReadonlyArray<{ picturesInUse?: PicturesInUse; picturesHeld?: PicturesInUse }>
  /** The folders of the pictures that ship with the shop, keyed by URL prefix. */
  shipped: { '/media/': string; '/media/brands/': string }
}

export async function createMediaPart({ config, db, parts, shipped }: MediaPartNeeds) {
  const folder = join(config.dataDir, 'media')
  const s3 = config.s3 && createS3(config.s3)
  const store = s3 ? createS3PictureStore(s3) : await createPictureStore(folder)
  const ofParts =
    (which: 'picturesInUse' | 'picturesHeld') =>
    async (handle: Handle, keys: readonly string[]) => {
      const asked = parts.flatMap((part) => part[which]?.(handle, keys) ?? [])
      return (await Promise.all(asked)).flat()
    }
  const pictures = createKeptPictures(db, store, ofParts('picturesInUse'), {
    shipped: shipped['/media/'],
    held: ofParts('picturesHeld'),
  })

  return {
    pictures,

    async serve(app: FastifyInstance) {
      if (s3) serveBucket(app, s3)
      await servePictures(app, '/media/', [shipped['/media/'], ...(s3 ? [] : [folder])])
      await servePictures(app, '/media/brands/', [shipped['/media/brands/']])
    },

    start: (failed: (error: unknown) => void): Stop[] => [
      every(REMOVE_PICTURES_MS, pictures.removeUnused, failed),
    ],
  }
}
