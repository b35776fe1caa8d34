/** Product management for staff. Each write shares a transaction with its audit entry. */
import type {
  AdminProduct,
  AdminProductsQuery,
  EditedProduct,
  NewProduct,
} from '#contract/admin.ts'
import { type Database, type Handle, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { orNotFound, ShopError } from '../../platform/http/shop-error.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { findAdminProduct, findAdminProducts, findScarce } from './admin-products.store.ts'
import { createChangeMany } from './change-many.ts'
import { createAddPicture, keptPictures, retireGone } from './edit-pictures.ts'
import { readForm } from './product-form.ts'
import * as store from './product-writes.store.ts'
import {
  addProducts,
  changeProduct,
  changeUnits,
  lockProduct,
  refuseDuplicate,
} from './product-writes.ts'
import { removeProduct } from './remove-product.ts'
import { checkShown, showProduct } from './visibility.ts'

export type ManageProducts = ReturnType<typeof createManageProducts>

export function createManageProducts(
  db: Database,
  { changes, pictures }: { changes: CatalogChanges; pictures: KeptPictures },
) {
  /** Runs a write in a transaction, then announces the change. @param work returns the id of the changed product. */
  async function write(
    work: (tx: Tx) => Promise<number>,
    what: 'products' | 'restored' = 'products',
  ): Promise<AdminProduct> {
    return inTransaction(db, async (tx) => {
      const written = await work(tx)
      tx.afterCommit(() => changes.announce({ what, ids: [written] }))
      return orNotFound(await findAdminProduct(tx, written))
    }).catch(refuseDuplicate)
  }

  async function find(id: number): Promise<AdminProduct> {
    return orNotFound(await findAdminProduct(db.run, id))
  }

  return {
    list: (query: AdminProductsQuery) => findAdminProducts(db.run, query),

    /** Also finds deleted products. @throws ShopError `not_found`. */
    find,

    /** Products with few units left; with `handle`, another feature can read them in its own snapshot. */
    scarce: (handle: Handle, limit: number) => findScarce(handle, limit),

    /** @throws ShopError `invalid` naming the invalid fields. */
    create(caller: Caller, { stock, ...form }: NewProduct): Promise<AdminProduct> {
      const values = readForm(form)
      return write(async (tx) => {
        const [id = 0] = await addProducts(tx, caller.id, [{ values, stock }])
        return id
      })
    },

    /** @throws ShopError `not_found`, `invalid`; `conflict` if `version` is not the latest. */
    edit(caller: Caller, id: number, form: EditedProduct): Promise<AdminProduct> {
      return write(async (tx) => {
        const locked = await lockProduct(tx, id)
        const values = readForm(form)
        if (locked.version !== form.version) {
          throw new ShopError('conflict', 'error.productChanged', {
            version: locked.version,
          })
        }
        const kept = form.pictures && keptPictures(locked.pictures, form.pictures)
        await changeProduct(tx, caller.id, locked, { ...values, pictures: kept })
        if (kept) await retireGone(tx, pictures, locked.pictures, kept)
        return id
      })
    },

    changeMany: createChangeMany(db, changes),

    /**
     * Hides the product if orders refer to it; otherwise removes it.
     * @returns whether it was removed. @throws ShopError `not_found`.
     */
    async remove(caller: Caller, id: number): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const locked = await lockProduct(tx, id)
        const isRemoved = await removeProduct(tx, caller.id, locked, pictures)
        tx.afterCommit(() => changes.announce({ what: 'products', ids: [id] }))
        return isRemoved
      })
    },

    /**
     * Shows a hidden product again; has no effect on a visible one.
     * @throws ShopError `not_found`; `invalid` as in `checkFamilies`.
     */
    restore: (caller: Caller, id: number): Promise<AdminProduct> =>
      write(async (tx) => {
        const locked = orNotFound(await store.lockForWrite(tx, id))
        if (!locked.deleted) return id
        await showProduct(tx, caller.id, locked, 'restore')
        const siblings = await checkShown(tx, [locked], 'id')
        if (siblings.length > 0) {
          tx.afterCommit(() => changes.announce({ what: 'products', ids: siblings }))
        }
        return id
      }, 'restored'),

    /** @throws ShopError `not_found`; `invalid` and `conflict` as in `changeUnits`. */
    changeStock: (
      caller: Caller,
      id: number,
      { change, note }: { change: number; note?: string },
    ): Promise<AdminProduct> =>
      write(async (tx) => {
        await changeUnits(tx, caller.id, await lockProduct(tx, id), change, note?.trim() || null)
        return id
      }),

    /**
     * @param read reads the picture's bytes; called only if the product exists.
     * @throws ShopError `not_found`; `invalid` for bytes that are not a picture, or if the product has too many
     * pictures; `unavailable` if the picture currently cannot be encoded or stored.
     */
    addPicture: createAddPicture({ pictures, find, write }),
  }
}
