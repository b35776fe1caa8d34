/** An upload's pictures. Each row that names a picture stores its own copy when the row is applied. */
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import type { PictureShape } from '#contract/pictures.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'

export interface ImportedPictures {
  has(name: string): boolean
  isTooLarge(name: string): boolean
  /**
   * Stores the picture, under the key in its name if that key is unused.
   * @returns its key. @throws ShopError `invalid` if it is not a picture; `unavailable`.
   */
  save(name: string, shape: PictureShape): Promise<string>
}

/** @param files bytes, keyed by the `fileNameOf` of their paths; a picture may also be named without its extension. */
export function createImportedPictures(
  files: ReadonlyMap<string, Buffer>,
  store: Pick<KeptPictures, 'save'>,
): ImportedPictures {
  const stems = new Map([...files].map(([name, bytes]) => [stemOf(name), bytes]))
  const bytesOf = (name: string) => files.get(fileNameOf(name)) ?? stems.get(fileNameOf(name))
  /** Keys assigned to earlier rows, so that two rows with the same file get separate pictures. */
  const given = new Set<string>()
  return {
    has: (name) => bytesOf(name) !== undefined,
    isTooLarge: (name) => (bytesOf(name)?.length ?? 0) > PICTURE_BYTES_MAX,
    save(name, shape) {
      const bytes = bytesOf(name)
      if (!bytes) throw new Error(`the upload has no ${name}`)
      const key = stemOf(fileNameOf(name))
      const isWanted = isKey(key) && !given.has(key)
      given.add(key)
      return store.save(bytes, shape, isWanted ? key : undefined)
    },
  }
}

/** Normalizes a file name in a cell or a ZIP: no folders, lowercase, a single Unicode form. */
export const fileNameOf = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '').normalize('NFC').toLowerCase()

/** A file name without its extension: `front` for `front.jpg`. */
export const stemOf = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')

/** Whether the name looks like the key of an uploaded picture; exports name the picture's file after it. */
const isKey = (name: string): boolean => /^[0-9a-f]{24}$/.test(name)
