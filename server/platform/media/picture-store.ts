/** Keeps pictures that people upload, in every size that is served. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureShape } from '#contract/pictures.ts'
import { ShopError } from '../http/shop-error.ts'
import { encodePicture, PictureError } from './encode-picture.ts'

export interface PictureStore {
  /**
   * Encodes and keeps a picture under a new random key.
   * @throws ShopError `invalid` for bytes that are no picture we accept.
   */
  save(bytes: Buffer, shape: PictureShape): Promise<string>
  /** Removes a picture; one that is not there is no error. */
  remove(key: string): Promise<void>
}

/** A store in a folder of this machine, each picture a folder of its own below it. */
export async function createPictureStore(folder: string): Promise<PictureStore> {
  await mkdir(folder, { recursive: true })
  return {
    async save(bytes, shape) {
      const encoded = await encode(bytes, shape)
      const key = randomBytes(12).toString('hex')
      // Written aside and renamed, so that nobody is ever served half a picture.
      const draft = join(folder, `.${key}`)
      try {
        await mkdir(draft)
        for (const { width, format, bytes: file } of encoded) {
          await writeFile(join(draft, `${width}.${format}`), file)
        }
        await rename(draft, join(folder, key))
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        throw error
      }
      return key
    },

    async remove(key) {
      await rm(join(folder, key), { recursive: true, force: true })
    },
  }
}

async function encode(bytes: Buffer, shape: PictureShape) {
  try {
    return await encodePicture(bytes, shape)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const message =
      error.code === 'too-many-pixels'
        ? 'The picture has too many pixels: 40 megapixels at most.'
        : 'This file is not a JPEG, PNG, WebP, AVIF or GIF picture.'
    throw new ShopError('invalid', message, { errors: { image: [message] } })
  }
}
