import { recordChange } from '../../audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import { keysOf } from './edit-pictures.ts'
import * as store from './product-writes.store.ts'
import { entry } from './product-writes.ts'

/** Hides a locked product if orders refer to it, and otherwise removes it. @returns whether it was removed. */
export async function removeProduct(
  tx: Tx,
  actorId: number,
  product: store.LockedProduct,
  pictures: KeptPictures,
): Promise<boolean> {
  const { id, name, sku, price_cents, on_hand } = product
  const before = { name, sku, price_cents, on_hand }
  await recordChange(tx, { ...entry(actorId, 'delete', id), before, after: null })
  if (await store.isOrdered(tx, id)) {
    await store.setDeleted(tx, id, true)
    return false
  }
  await store.removeProduct(tx, id)
  await pictures.retire(tx, keysOf(product.pictures))
  return true
}
