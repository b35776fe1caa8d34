/** The pictures that a row names: the product's own, those that ship with the software, or uploaded ones. */
import { ALT_MAX, PICTURES_MAX } from '#contract/limits.ts'
import type { StoredPicture } from '../../platform/db/tables.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { type ImportedPictures, stemOf } from './import-pictures.ts'
import { readList } from './list-cell.ts'

export interface RowPicture {
  /** The key of a stored picture; null for a picture from the upload. */
  key: string | null
  file: string
  alt: string
  alt_ar: string
}

interface Known {
  own: readonly StoredPicture[]
  isShipped(key: string): boolean
  uploaded: ImportedPictures
  names: { name: string; name_ar: string }
}

/** @returns the pictures, or the reason why the cell is invalid. */
export function readPictures(
  cell: string,
  { own, isShipped, uploaded, names }: Known,
): RowPicture[] | { reason: Sentence } {
  const entries = readList(cell)
  if (entries.length > PICTURES_MAX) {
    return { reason: { id: 'error.tooManyPictures', values: { max: PICTURES_MAX } } }
  }
  const pictures: RowPicture[] = []
  for (const [file = '', alt, alt_ar] of entries) {
    const stem = stemOf(file)
    const before = own.find(({ key }) => key === stem)
    const isKnown = before !== undefined || (!uploaded.has(file) && isShipped(stem))
    const name = file.slice(0, 60)
    if (!isKnown && !uploaded.has(file)) {
      return { reason: { id: 'error.pictureNotInZip', values: { name } } }
    }
    if (!isKnown && uploaded.isTooLarge(file)) {
      return { reason: { id: 'error.pictureOfZipTooLarge', values: { name } } }
    }
    if (Math.max(alt?.length ?? 0, alt_ar?.length ?? 0) > ALT_MAX) {
      return { reason: { id: 'error.cellText', values: { max: ALT_MAX } } }
    }
    if (pictures.some((one) => one.file === file)) {
      return { reason: { id: 'error.pictureTwice', values: { name } } }
    }
    pictures.push({
      key: isKnown ? stem : null,
      file,
      alt: alt ?? before?.alt ?? names.name,
      alt_ar: alt_ar ?? before?.alt_ar ?? names.name_ar,
    })
  }
  return pictures
}

/** Stores the pictures from the upload. @returns all of the row's pictures, ready to be stored with a product. */
export async function savePictures(
  pictures: readonly RowPicture[],
  uploaded: ImportedPictures,
): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = []
  for (const { key, file, alt, alt_ar } of pictures) {
    stored.push({ key: key ?? (await uploaded.save(file, 'square')), alt, alt_ar })
  }
  return stored
}
