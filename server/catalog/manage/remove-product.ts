import { recordChange } from '../../audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import { keysOf } from './edit-pictures.ts'
import * as store from './product-writes.store.ts'
import { entry } from './product-writes.ts'

/** Hides a locked product that orders refer to, removes any other. @returns whether it was removed. */
export async function removeProduct(
  tx: Tx,
  actorId: number,
  { id, name, sku, price_cents, on_hand, pictures: shown }: store.LockedProduct,
  pictures: KeptPictures,
): Promise<boolean> {
  const isOrdered = await store.isOrdered(tx, id)
  await recordChange(tx, {
    ...entry(actorId, 'delete', id),
    before: { name, sku, price_cents, on_hand },
    after: null,
  })
  if (isOrdered) await store.setDeleted(tx, id, true)
  else {
    await store.removeProduct(tx, id)
    await pictures.retire(tx, keysOf(shown))
  }
  return !isOrdered
}
