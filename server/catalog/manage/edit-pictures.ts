/** A product's pictures: only uploads add them; edits remove, reorder and describe them. */
import type { AdminProduct } from '#contract/admin.ts'
import { PICTURES_MAX } from '#contract/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StoredPicture } from '../../platform/db/tables.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalid, notFound, type ShopError } from '../../platform/http/shop-error.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import { changeProduct, editable, lockProduct } from './product-writes.ts'

export interface PictureParts {
  pictures: KeptPictures
  find(id: number): Promise<AdminProduct>
  write(work: (tx: Tx) => Promise<number>): Promise<AdminProduct>
}

export function createAddPicture({ pictures, find, write }: PictureParts) {
  return async (caller: Caller, id: number, read: () => Promise<Buffer>): Promise<AdminProduct> => {
    const product = await find(id)
    if (product.deleted_at) throw notFound()
    if (product.pictures.length >= PICTURES_MAX) throw tooManyPictures()
    // If the product is gone or has too many pictures by then, the saved picture is removed like any unused picture.
    const key = await pictures.save(await read(), 'square')
    return write(async (tx) => {
      const locked = await lockProduct(tx, id)
      if (locked.pictures.length >= PICTURES_MAX) throw tooManyPictures()
      const added = { key, alt: locked.name, alt_ar: locked.name_ar }
      const after = [...locked.pictures, added]
      await changeProduct(tx, caller.id, locked, { ...editable(locked), pictures: after })
      return id
    })
  }
}

/**
 * An edited product's pictures.
 * @throws ShopError `invalid` for a repeated picture, or one that the product does not have.
 */
export function keptPictures(before: StoredPicture[], after: StoredPicture[]): StoredPicture[] {
  const known = keysOf(before)
  const wanted = keysOf(after)
  if (wanted.some((key) => !known.includes(key)) || new Set(wanted).size < wanted.length) {
    throw invalid({ pictures: ['error.picturesOfAnother'] })
  }
  return after.map(({ key, alt, alt_ar }) => ({ key, alt, alt_ar }))
}

/** Retires the pictures that a locked product no longer has. */
export function retireGone(
  tx: Tx,
  pictures: KeptPictures,
  before: readonly StoredPicture[],
  after: readonly StoredPicture[],
): Promise<void> {
  const kept = keysOf(after)
  return pictures.retire(
    tx,
    keysOf(before).filter((key) => !kept.includes(key)),
  )
}

export function keysOf(pictures: readonly StoredPicture[]): string[] {
  return pictures.map(({ key }) => key)
}

function tooManyPictures(): ShopError {
  return invalid({ image: [{ id: 'error.tooManyPictures', values: { max: PICTURES_MAX } }] })
}
