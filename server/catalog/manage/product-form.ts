import type { ProductForm } from '#contract/admin.ts'
import type { AttributeValueInput } from '#contract/attributes.ts'
import type { Spec } from '#contract/catalog.ts'
import type { Category } from '#contract/locale.ts'
import type { StoredPicture } from '../../platform/db/tables.ts'
import { readPrice } from '../../platform/http/read-amount.ts'
import { invalid, ShopError } from '../../platform/http/shop-error.ts'
import { inBothLanguages } from '../../platform/words/both-languages.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'

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
  specs: Spec[]
  pictures: StoredPicture[]
  brand_id: number | null
  sub_category_id: number | null
  /** Values for attributes of the product's category, sorted by attribute id. */
  attributes: StoredValue[]
}

/** A product's value for an attribute: the fields of the attribute's kind are set, the others are null. */
export interface StoredValue {
  attribute: number
  number: number | null
  is_true: boolean | null
  choice: number | null
  text: string | null
  text_ar: string | null
}

/** Fields that every product form contains. */
type Stated = Pick<EditableProduct, 'name' | 'category' | 'price_cents'>

/** Values that a form sets; a missing or undefined one leaves its field unchanged. */
export type ProductValues = Stated & {
  [Field in Exclude<keyof EditableProduct, keyof Stated>]?: EditableProduct[Field] | undefined
}

/** @throws ShopError `invalid` naming each invalid field. */
export function readForm(form: ProductForm): ProductValues {
  const errors: FieldSentences = {}
  const cents = (field: 'price' | 'compare_at_price', amount: number): number => {
    try {
      return readPrice(field, amount)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      Object.assign(errors, error.extras.errors)
      return 0
    }
  }
  const price = cents('price', form.price)
  const compareAt =
    typeof form.compare_at_price === 'number'
      ? cents('compare_at_price', form.compare_at_price)
      : form.compare_at_price
  if (typeof compareAt === 'number' && compareAt <= price) {
    errors.compare_at_price ??= ['error.compareAtTooLow']
  }
  const named = form.attributes?.map(({ attribute }) => attribute) ?? []
  if (new Set(named).size < named.length) errors.attributes = ['error.attributeTwice']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    sku: form.sku,
    name: form.name,
    name_ar: form.name_ar === '' ? form.name : form.name_ar,
    description: form.description?.trim(),
    description_ar: form.description_ar?.trim(),
    category: form.category,
    seller: form.seller,
    seller_ar: form.seller_ar,
    price_cents: price,
    compare_at_cents: compareAt,
    specs: form.specs?.map((spec) => inBothLanguages(spec, 'label', 'value')),
    brand_id: form.brand,
    sub_category_id: form.sub_category,
    attributes: form.attributes?.map(toStored).sort((a, b) => a.attribute - b.attribute),
  }
}

function toStored(value: AttributeValueInput): StoredValue {
  const { attribute, number = null, is_true = null, choice = null } = value
  const { text = null, text_ar = text } = value
  return { attribute, number, is_true, choice, text, text_ar }
}
