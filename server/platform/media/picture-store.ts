/**
 * Encodes uploaded pictures in every size the shop serves and stores them in a local folder or an S3-compatible
 * service. Either way, their URLs are the same (contract/pictures.ts).
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_PIXELS_MAX } from '#contract/limits.ts'
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureShape } from '#contract/pictures.ts'
import { invalid, ShopError } from '../http/shop-error.ts'
import type { Sentence } from '../words/sentence.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { createEncoder, EncoderDied } from './encoder.ts'
import { PictureError, type PictureErrorCode } from './picture-error.ts'
import type { S3 } from './s3.ts'

export interface PictureStore {
  /**
   * Stores a picture's files.
   * @throws the disk's error, or ShopError `unavailable`. Some of the files may be left behind.
   */
  save(files: readonly EncodedPicture[], key: string): Promise<void>
  /** Removes a picture. Does nothing if it does not exist. */
  remove(key: string): Promise<void>
  /** @returns a picture's largest WebP file; null if the picture does not exist. */
  read(key: string): Promise<Buffer | null>
}

export async function createPictureStore(folder: string): Promise<PictureStore> {
  await mkdir(folder, { recursive: true })
  return {
    async save(files, key) {
      // Files are written to a temporary folder that is then renamed, so that half a picture is never served.
      const draft = join(folder, `.${key}`)
      try {
        await mkdir(draft)
        for (const { width, format, bytes } of files) {
          await writeFile(join(draft, `${width}.${format}`), bytes)
        }
        await rename(draft, join(folder, key))
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        throw error
      }
    },

    async remove(key) {
      for (const name of [key, `.${key}`]) {
        await rm(join(folder, name), { recursive: true, force: true })
      }
    },

    read: (key) => readPicture(folder, key),
  }
}

export function createS3PictureStore(s3: S3): PictureStore {
  const remove = (key: string) =>
    Promise.all(ALL_FILES.map((file) => s3.remove(`${key}/${file}`))).then(() => {})
  return {
    async save(files, key) {
      // Waits for all requests, so that no file arrives after the others have been removed.
      const ends = await Promise.allSettled(
        files.map(({ width, format, bytes }) =>
          s3.put(`${key}/${width}.${format}`, bytes, `image/${format}`),
        ),
      )
      if (ends.every(({ status }) => status === 'fulfilled')) return
      // If some files cannot be removed, nothing shows them, because the picture's key is never published.
      await remove(key).catch(() => {})
      throw notNow()
    },

    remove,

    async read(key) {
      for (const file of LARGEST) {
        const found = await s3.get(`${key}/${file}`)
        if (found) return Buffer.from(await new Response(found.body).arrayBuffer())
      }
      return null
    },
  }
}

export async function readPicture(folder: string, key: string): Promise<Buffer | null> {
  for (const file of LARGEST) {
    try {
      return await readFile(join(folder, key, file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return null
}

/** The possible names of the largest file: wide pictures have larger files than square ones. */
const LARGEST = [PICTURE_WIDTHS.wide, PICTURE_WIDTHS.square].map(
  (widths) => `${Math.max(...widths)}.webp`,
)

const ALL_FILES = [...new Set<number>(Object.values(PICTURE_WIDTHS).flat())].flatMap((width) =>
  PICTURE_FORMATS.map((format) => `${width}.${format}`),
)

export function newPictureKey(): string {
  return randomBytes(12).toString('hex')
}

function notNow(): ShopError {
  return new ShopError('unavailable', 'error.pictureNotStored', { retryAfter: 5 })
}

/**
 * The maximum number of uploads waiting for the encoder. It limits memory use, because each upload may hold its bytes
 * for minutes.
 */
const WAITING_MAX = 40
let waiting = 0

/**
 * Encodes an uploaded picture in every size the shop serves.
 * @throws ShopError `invalid` if the bytes are not an accepted picture; `unavailable`.
 */
export async function encodeUpload(bytes: Buffer, shape: PictureShape): Promise<EncodedPicture[]> {
  if (waiting >= WAITING_MAX) {
    throw new ShopError('unavailable', 'error.picturesBusy', { retryAfter: 10 })
  }
  waiting++
  try {
    return await encoder.encode(bytes, shape)
  } catch (error) {
    if (error instanceof EncoderDied) throw notNow()
    if (!(error instanceof PictureError)) throw error
    throw invalid({ image: [REFUSALS[error.code]] })
  } finally {
    waiting--
  }
}

const REFUSALS: Record<PictureErrorCode, Sentence> = {
  'not-a-picture': 'error.notAPicture',
  damaged: 'error.pictureDamaged',
  'too-many-pixels': {
    id: 'error.tooManyPixels',
    values: { megapixels: PICTURE_PIXELS_MAX / 1e6 },
  },
  'too-much-memory': 'error.pictureTooHeavy',
}

/** The whole server shares an encoder, whose single process limits memory use. */
const encoder = createEncoder()
