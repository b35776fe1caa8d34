/** Hides products from the shop and shows them again, without touching their orders, stock and pictures. */
import { recordChange } from '../../audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { checkFamilies } from '../families/check-families.ts'
import { productsOf } from '../families/families.store.ts'
import type { LockedProduct } from './product-writes.store.ts'
import * as store from './product-writes.store.ts'
import { entry } from './product-writes.ts'

const SHOWN = { visibility: 'shown' }
const HIDDEN = { visibility: 'hidden' }

export async function hideProduct(tx: Tx, actorId: number, { id }: LockedProduct): Promise<void> {
  await store.setDeleted(tx, id, true)
  await recordChange(tx, { ...entry(actorId, 'hide', id), before: SHOWN, after: HIDDEN })
}

/**
 * Makes a hidden, locked product visible again; call `checkShown` after the last product.
 * @param action for the audit log: `show` in a bulk change, otherwise `restore`.
 */
export async function showProduct(
  tx: Tx,
  actorId: number,
  { id, name }: LockedProduct,
  action: 'show' | 'restore',
): Promise<void> {
  await store.setDeleted(tx, id, false)
  const change =
    action === 'show' ? { before: HIDDEN, after: SHOWN } : { before: null, after: { name } }
  await recordChange(tx, { ...entry(actorId, action, id), ...change })
}

/**
 * Checks that no other product has taken the option values of the products shown again.
 * @param field the form field that gets the errors.
 * @returns the ids of all visible products in the families of `shown`, whose pages must be refreshed.
 * @throws ShopError `invalid` as in `checkFamilies`.
 */
export async function checkShown(
  tx: Tx,
  shown: readonly Pick<LockedProduct, 'family_id'>[],
  field: string,
): Promise<number[]> {
  const families = [...new Set(shown.flatMap(({ family_id: family }) => family ?? []))]
  if (families.length === 0) return []
  await checkFamilies(tx, families, field)
  return productsOf(tx, families)
}
