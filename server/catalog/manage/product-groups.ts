/** Whether a product can have its brand, its sub-category and its attributes. */
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import type { EditableProduct, StoredValue } from './product-form.ts'
import * as store from './product-groups.store.ts'

type Groups = Pick<EditableProduct, 'category' | 'brand_id' | 'sub_category_id' | 'attributes'>

/**
 * What is found stays as it is until the transaction ends.
 * @throws ShopError `invalid` naming the field.
 */
export async function assertGroups(tx: Tx, groups: Groups): Promise<void> {
  const { category, brand_id: brand, sub_category_id: sub, attributes } = groups
  if (brand !== null && !(await store.holdBrand(tx, brand))) {
    throw invalid({ brand: ['refusal.brandUnknown'] })
  }
  if (sub !== null && !(await store.holdSubCategory(tx, sub, category))) {
    throw invalid({ sub_category: ['refusal.subCategoryUnknown'] })
  }
  if (attributes.length === 0) return
  const ids = attributes.map(({ attribute }) => attribute)
  const known = new Map((await store.holdAttributes(tx, ids, category)).map((one) => [one.id, one]))
  for (const value of attributes) {
    const reason = problemOf(value, known.get(value.attribute))
    if (reason) throw invalid({ attributes: [reason] })
  }
}

function problemOf(
  value: StoredValue,
  attribute: store.HeldAttribute | undefined,
): Sentence | null {
  if (!attribute) return 'refusal.attributeUnknown'
  const { kind, name, choices } = attribute
  const fields = {
    number: value.number,
    boolean: value.is_true,
    choice: value.choice,
    text: value.text,
  }
  const isOther = Object.entries(fields).some(([of, one]) => (one !== null) !== (of === kind))
  const isForeign = value.choice !== null && !choices.includes(value.choice)
  return isOther || isForeign ? { id: 'refusal.attributeValue', values: { name } } : null
}
