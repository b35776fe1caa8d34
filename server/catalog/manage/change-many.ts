/** Bulk changes to products by staff; sending the opposite changes reverts them. */
import type { ProductChange } from '#contract/admin.ts'
import { type Database, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { readPrice } from '../../platform/http/read-amount.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import type { LockedProduct } from './product-writes.store.ts'
import * as store from './product-writes.store.ts'
import { changeProduct, changeUnits } from './product-writes.ts'
import { checkShown, hideProduct, showProduct } from './visibility.ts'

export interface ChangedProducts {
  changed: { id: number; version: number }[]
  skipped: number[]
}

export function createChangeMany(db: Database, changes: CatalogChanges) {
  /**
   * Applies, in one transaction, the changes to products that are unchanged since staff read them; skips the others.
   * @throws ShopError `invalid` as for an edit to one product; `conflict` if a change removes more units than are in
   * stock and not reserved. In both cases, nothing is changed.
   */
  return (caller: Caller, wanted: readonly ProductChange[]): Promise<ChangedProducts> =>
    inTransaction(db, async (tx) => {
      const result: ChangedProducts = { changed: [], skipped: [] }
      const shown: LockedProduct[] = []
      for (const change of wanted.toSorted((a, b) => a.id - b.id)) {
        const locked = await store.lockForWrite(tx, change.id)
        if (!locked || !isAsRead(locked, change)) {
          result.skipped.push(change.id)
          continue
        }
        if (change.hidden === false) shown.push(locked)
        result.changed.push(await make(tx, caller, locked, change))
      }
      const ids = result.changed.map(({ id }) => id)
      const siblings = await checkShown(tx, shown, 'hidden')
      const what = shown.length > 0 ? 'restored' : 'products'
      if (ids.length > 0) {
        tx.afterCommit(() => changes.announce({ what, ids: [...new Set([...ids, ...siblings])] }))
      }
      return result
    })
}

/**
 * Whether the product is unchanged since staff read it, including its stock if that is to change: orders change stock
 * without a new version. A change to a hidden product must also restore it.
 */
function isAsRead({ deleted, version, on_hand }: LockedProduct, change: ProductChange): boolean {
  const { hidden, on_hand: units } = change
  return (
    deleted === (hidden === false) &&
    version === change.version &&
    (!units || units.from === on_hand)
  )
}

async function make(tx: Tx, { id: actorId }: Caller, locked: LockedProduct, change: ProductChange) {
  const { price, compare_at_price: compared, brand, sub_category, on_hand: units } = change
  const { id, name, category, price_cents, version } = locked
  if (change.hidden === false) await showProduct(tx, actorId, locked, 'show')
  const isEdited = await changeProduct(tx, actorId, locked, {
    name,
    category: change.category ?? category,
    brand_id: brand,
    sub_category_id: sub_category,
    price_cents: price === undefined ? price_cents : readPrice('price', price),
    compare_at_cents: compared == null ? compared : readPrice('compare_at_price', compared),
  })
  if (units && units.to !== units.from) {
    await changeUnits(tx, actorId, locked, units.to - units.from, null)
  }
  if (change.hidden) await hideProduct(tx, actorId, locked)
  const writes = Number(isEdited) + Number(change.hidden !== undefined)
  return { id, version: version + writes }
}
