/** Writes shared by the product form, bulk changes and imports, each with its audit entry. */
import type { AuditAction } from '#contract/audit-kinds.ts'
import { recordChange, recordEdit } from '../../audit/audit.ts'
import type { Handle, Tx } from '../../platform/db/database.ts'
import { isDuplicate } from '../../platform/db/sql-errors.ts'
import { invalid, notFound, ShopError } from '../../platform/http/shop-error.ts'
import { checkFamilies } from '../families/check-families.ts'
import type { EditableProduct, ProductValues } from './product-form.ts'
import { assertGroups } from './product-groups.ts'
import type { LockedProduct } from './product-writes.store.ts'
import * as store from './product-writes.store.ts'

/**
 * Adds products to the shop. @returns their ids, in the same order.
 * @throws ShopError `invalid` for a brand, a subcategory or attributes that are not allowed.
 */
export async function addProducts(
  tx: Tx,
  actorId: number,
  added: readonly store.AddedProduct[],
): Promise<number[]> {
  const isOwn = added.some(({ values }) => !values.seller)
  const own = isOwn ? await store.findOwnSeller(tx) : undefined
  const products = added.map(({ values, ...rest }) => ({
    ...rest,
    values: {
      ...values,
      name_ar: values.name_ar ?? values.name,
      description: values.description ?? '',
      description_ar: values.description_ar ?? '',
      ...(!values.seller && own),
    },
  }))
  await assertGroups(
    tx,
    products.map(({ values }) => groupsOf(values)),
  )
  const ids = await store.insertProducts(tx, products, actorId)
  await recordChange(
    tx,
    ...products.map(({ values, stock }, index) => ({
      ...entry(actorId, 'create', ids[index] ?? 0),
      before: null,
      after: { ...values, stock },
    })),
  )
  return ids
}

/** A new product's category, brand, subcategory and attributes; null or empty if not given. */
export const groupsOf = (values: ProductValues) => {
  const { category, brand_id = null, sub_category_id = null, attributes = [] } = values
  return { category, brand_id, sub_category_id, attributes }
}

/** @throws ShopError `not_found`, also for a deleted product. */
export async function lockProduct(tx: Handle, id: number): Promise<LockedProduct> {
  const product = await store.lockForWrite(tx, id)
  if (!product || product.deleted) throw notFound()
  return product
}

/**
 * Changes a locked product if any value differs.
 * @returns whether the product was changed.
 * @throws ShopError `invalid` if the compare-at price is not above the price, if the category is not the family's, for
 * a brand, a subcategory or attributes that are not allowed, and as in `checkFamilies`.
 */
export async function changeProduct(
  tx: Tx,
  actorId: number,
  locked: LockedProduct,
  values: ProductValues,
): Promise<boolean> {
  const before = editable(locked)
  const after = {
    ...edited(before, values),
    ...(values.seller === '' && (await store.findOwnSeller(tx))),
  }
  if (after.compare_at_cents !== null && after.compare_at_cents <= after.price_cents) {
    throw invalid({ compare_at_price: ['error.compareAtTooLow'] })
  }
  if (locked.family_id !== null && after.category !== before.category) {
    throw invalid({ category: ['error.categoryOfFamily'] })
  }
  await assertGroups(tx, [{ ...after, attributes: values.attributes ?? [] }])
  const isEdited = await recordEdit(
    tx,
    { ...entry(actorId, 'edit', locked.id), before, after },
    async () => {
      await store.updateProduct(tx, locked.id, after)
      if (values.attributes) await store.writeValues(tx, locked.id, values.attributes)
    },
  )
  if (isEdited && locked.family_id !== null) {
    await checkFamilies(tx, [locked.family_id], 'attributes')
  }
  return isEdited
}

/**
 * Moves a locked product into a family, or out of its family.
 * @param family null for no family; undefined leaves the family unchanged.
 * @returns whether the family changed.
 * @throws ShopError `invalid` as in `checkFamilies`.
 */
export async function moveToFamily(
  tx: Tx,
  actorId: number,
  { id, family_id: before }: Pick<LockedProduct, 'id' | 'family_id'>,
  family: number | null | undefined,
): Promise<boolean> {
  if (family === undefined || family === before) return false
  const record = {
    ...entry(actorId, 'edit', id),
    before: { family: before },
    after: { family },
  }
  await recordEdit(tx, record, () => store.setFamily(tx, id, family))
  if (family !== null) await checkFamilies(tx, [family], 'family')
  return true
}

export function edited<P extends EditableProduct>(before: P, values: ProductValues): P {
  // A subcategory belongs to one category, so a change of category clears it, unless a new one is given.
  const isMoved = values.category !== before.category
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return {
    ...before,
    ...(isMoved && { sub_category_id: null }),
    // An Arabic name that merely repeats the name changes along with it.
    ...(before.name_ar === before.name && { name_ar: values.name }),
    ...Object.fromEntries(given),
  }
}

export function editable(locked: LockedProduct): EditableProduct {
  const {
    id: _id,
    version: _version,
    deleted: _deleted,
    on_hand: _on,
    reserved: _res,
    family_id: _family,
    ...fields
  } = locked
  return fields
}

/**
 * Adds units or writes them off.
 * @throws ShopError `invalid` for a change of zero, `conflict` if it removes more units than are in stock and not
 * reserved.
 */
export async function changeUnits(
  tx: Tx,
  actorId: number,
  locked: LockedProduct,
  change: number,
  note: string | null,
): Promise<void> {
  if (change === 0) throw invalid({ change: ['error.noChange'] })
  if (!(await store.addStock(tx, locked.id, { change, note, actorId }))) {
    throw new ShopError('conflict', 'error.unitsReserved', {
      available: locked.on_hand - locked.reserved,
    })
  }
  await recordChange(tx, {
    ...entry(actorId, 'stock', locked.id),
    before: { on_hand: locked.on_hand },
    after: { on_hand: locked.on_hand + change, note },
  })
}

/** @throws ShopError `invalid` for a duplicate value, which can only be the SKU; otherwise the original error. */
export function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? invalid({ sku: ['error.skuTaken'] }) : error
}

export function entry(actorId: number, action: AuditAction, entityId: number) {
  return { actorId, action, entity: 'product' as const, entityId }
}
