import { FAMILY_PRODUCTS_MAX } from '#contract/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import { type Combination, findCombinations, lockFamilies } from './families.store.ts'

/**
 * Call after a write that changes which products belong to families, or their values. Locks the families, so that the
 * second of two concurrent writers sees what the first wrote.
 * @param field the form field that gets the errors.
 * @throws ShopError `invalid` if a product lacks a value, two products in a family have the same values, or a family
 * has too many products.
 */
export async function checkFamilies(
  tx: Tx,
  families: readonly number[],
  field: string,
): Promise<void> {
  if (families.length === 0) return
  await lockFamilies(tx, families)
  const seen = new Map<string, Combination>()
  const sizes = new Map<number, number>()
  for (const product of await findCombinations(tx, families)) {
    const size = (sizes.get(product.family) ?? 0) + 1
    sizes.set(product.family, size)
    if (size > FAMILY_PRODUCTS_MAX) {
      throw invalid({
        [field]: [{ id: 'error.familyFull', values: { max: FAMILY_PRODUCTS_MAX } }],
      })
    }
    if (product.values.includes(null)) {
      throw invalid({
        [field]: [{ id: 'error.familyValueMissing', values: { product: product.name } }],
      })
    }
    const key = JSON.stringify([product.family, ...product.values])
    const same = seen.get(key)
    if (same) {
      const values = { one: same.name, other: product.name }
      throw invalid({ [field]: [{ id: 'error.familySame', values }] })
    }
    seen.set(key, product)
  }
}
