/** Two people edited a product: what each of them changed. Pure functions. */
import type { AdminProduct, ProductForm } from '#contract/admin/products.ts'
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
] as const

export interface MergedEdits {
  /** Theirs where only they changed a field, mine elsewhere. */
  form: ProductForm
  /** The fields that both changed, and differently, named as in the audit log. */
  theirs: Record<string, unknown>
  mine: Record<string, unknown>
}

/** @param base the product as I opened it. @param newest as the other person left it. */
export function mergeEdits(
  base: AdminProduct,
  newest: AdminProduct,
  mine: ProductForm,
): MergedEdits {
  const merged: MergedEdits = { form: { ...mine }, theirs: {}, mine: {} }
  for (const field of FIELDS) {
    const [was, now, wanted] = [base[field], newest[field], mine[field]]
    if (wanted === undefined || now === was || now === wanted) continue
    if (wanted === was) Object.assign(merged.form, { [field]: now })
    else {
      Object.assign(merged.theirs, audited({ [field]: now }))
      Object.assign(merged.mine, audited({ [field]: wanted }))
    }
  }
  return merged
}
