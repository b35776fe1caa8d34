import type { Tx } from '../../platform/db/database.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import { keysOf } from './edit-pictures.ts'
import * as store from './product-writes.store.ts'
import { hideProduct, recordHidden } from './visibility.ts'

/** Hides a locked product that orders refer to, removes any other. @returns whether it was removed. */
export async function removeProduct(
  tx: Tx,
  actorId: number,
  product: store.LockedProduct,
  pictures: KeptPictures,
): Promise<boolean> {
  if (await store.isOrdered(tx, product.id)) {
    await hideProduct(tx, actorId, product)
    return false
  }
  await recordHidden(tx, actorId, product)
  await store.removeProduct(tx, product.id)
  await pictures.retire(tx, keysOf(product.pictures))
  return true
}
