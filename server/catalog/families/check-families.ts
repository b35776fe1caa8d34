import { FAMILY_PRODUCTS_MAX } from '#contract/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { type Combination, findCombinations, lockFamilies } from './families.store.ts'

/**
 * Call after a write that changes which products belong to families, or these products' values. Locks the families, so
 * that the second of two concurrent writers sees what the first wrote.
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
  const { add } = familyCheck()
  for (const product of await findCombinations(tx, families)) {
    const reason = add(product)
    if (reason) throw invalid({ [field]: [reason] })
  }
}

export type Member = Omit<Combination, 'id'>

/** @returns functions that add a product to its family, or return why it must not be added, and remove an added one. */
export function familyCheck() {
  const seen = new Map<string, string>()
  const sizes = new Map<number, number>()
  const keyOf = ({ family, values }: Member) => JSON.stringify([family, ...values])
  return {
    add(member: Member): Sentence | null {
      const { family, name, values } = member
      const size = (sizes.get(family) ?? 0) + 1
      if (size > FAMILY_PRODUCTS_MAX) {
        return { id: 'error.familyFull', values: { max: FAMILY_PRODUCTS_MAX } }
      }
      if (values.includes(null)) {
        return { id: 'error.familyValueMissing', values: { product: name } }
      }
      const same = seen.get(keyOf(member))
      if (same !== undefined) return { id: 'error.familySame', values: { one: same, other: name } }
      sizes.set(family, size)
      seen.set(keyOf(member), name)
      return null
    },
    remove(member: Member): void {
      if (!seen.delete(keyOf(member))) return
      sizes.set(member.family, (sizes.get(member.family) ?? 0) - 1)
    },
  }
}
