/** What staff enters about a product, as the shop stores it. */
import type { ProductForm } from '#contract/admin.ts'
import type { Category } from '#contract/locale.ts'
import { toCents } from '#contract/money.ts'
import type { StoredPicture, StoredSpec } from '../../platform/db/tables.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'

/** All that an edit may change. */
export type EditableProduct = {
  sku: string | null
  name: string
  name_ar: string
  description: string
  description_ar: string
  category: Category
  seller: string
  seller_ar: string
  price_cents: number
  compare_at_cents: number | null
  specs: StoredSpec[]
  pictures: StoredPicture[]
}

type LeftOut = 'sku' | 'seller_ar' | 'compare_at_cents' | 'specs' | 'pictures'

/** Undefined leaves a field as it is. */
export type ProductValues = Omit<EditableProduct, LeftOut> & {
  [Field in LeftOut]: EditableProduct[Field] | undefined
}

/** @throws ShopError `invalid` naming each field with an invalid amount. */
export function readForm(form: ProductForm): ProductValues {
  const errors: FieldSentences = {}
  const cents = (field: 'price' | 'compare_at_price', amount: number): number => {
    try {
      return toCents(amount)
    } catch {
      errors[field] = [{ id: 'refusal.decimals', values: { field: { id: `field.${field}` } } }]
      return 0
    }
  }
  const price = cents('price', form.price)
  const compareAt =
    typeof form.compare_at_price === 'number'
      ? cents('compare_at_price', form.compare_at_price)
      : form.compare_at_price
  if (typeof compareAt === 'number' && compareAt <= price) {
    errors.compare_at_price ??= ['refusal.compareAtTooLow']
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    sku: form.sku,
    name: form.name.trim(),
    name_ar: form.name_ar.trim(),
    description: form.description.trim(),
    description_ar: form.description_ar.trim(),
    category: form.category,
    seller: form.seller.trim(),
    seller_ar: form.seller_ar?.trim(),
    price_cents: price,
    compare_at_cents: compareAt,
    specs: form.specs,
    pictures: undefined,
  }
}
