import { CATEGORIES } from '#contract/locale.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { type HeldAttribute, holdAttributes } from '../product-attributes.ts'
import type { EditableProduct, StoredValue } from './product-form.ts'
import * as store from './product-groups.store.ts'

type Groups = Pick<EditableProduct, 'category' | 'brand_id' | 'sub_category_id' | 'attributes'>

/**
 * Checks that the products' brands, subcategories and attributes are allowed, and locks them until the transaction
 * ends.
 * @throws ShopError `invalid` naming the field of the first problem.
 */
export async function assertGroups(tx: Tx, products: readonly Groups[]): Promise<void> {
  for (const brand of new Set(products.map(({ brand_id }) => brand_id))) {
    if (brand !== null && !(await store.holdBrand(tx, brand))) {
      throw invalid({ brand: ['error.brandUnknown'] })
    }
  }
  for (const category of CATEGORIES) {
    const own = products.filter((one) => one.category === category)
    for (const sub of new Set(own.map(({ sub_category_id }) => sub_category_id))) {
      if (sub !== null && !(await store.holdSubCategory(tx, sub, category))) {
        throw invalid({ sub_category: ['error.subCategoryUnknown'] })
      }
    }
    const values = own.flatMap(({ attributes }) => attributes)
    if (values.length === 0) continue
    const ids = [...new Set(values.map(({ attribute }) => attribute))]
    const held = (await holdAttributes(tx, ids)).filter((one) => one.category === category)
    const known = new Map(held.map((one) => [one.id, one]))
    for (const value of values) {
      const reason = problemOf(value, known.get(value.attribute))
      if (reason) throw invalid({ attributes: [reason] })
    }
  }
}

function problemOf(value: StoredValue, attribute: HeldAttribute | undefined): Sentence | null {
  if (!attribute) return 'error.attributeUnknown'
  const { kind, name, choices } = attribute
  const fields = {
    number: value.number,
    boolean: value.is_true,
    choice: value.choice,
    text: value.text,
  }
  const isOther = Object.entries(fields).some(([of, one]) => (one !== null) !== (of === kind))
  const isForeign = value.choice !== null && !choices.some(({ id }) => id === value.choice)
  return isOther || isForeign ? { id: 'error.attributeValue', values: { name } } : null
}
