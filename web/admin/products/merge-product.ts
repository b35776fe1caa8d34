import type { AdminProduct, ProductForm } from '#contract/admin/products.ts'
import { type MergedEdits, mergeEdits } from '../parts/merge-edits.ts'
import { audited } from './audited.ts'

const FIELDS = [
  'sku',
  'name',
  'name_ar',
  'description',
  'description_ar',
  'category',
  'seller',
  'seller_ar',
  'price',
  'compare_at_price',
  'brand',
  'sub_category',
] as const satisfies ReadonlyArray<keyof ProductForm>

/**
 * Merges two people's changes to a product; the fields that both changed are named as in the audit log.
 * @param base the product as it was when the form was opened
 */
export function mergeProduct(
  base: AdminProduct,
  newest: AdminProduct,
  typed: ProductForm,
): MergedEdits<ProductForm> {
  const { form, theirs, mine } = mergeEdits(base, newest, typed, FIELDS)
  return { form, theirs: audited(theirs), mine: audited(mine) }
}
