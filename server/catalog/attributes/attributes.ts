/** Product attributes defined by staff. No change silently discards a product's value. */
import type { AdminAttribute, AttributeForm, Unversioned } from '#contract/admin.ts'
import { ATTRIBUTES_MAX } from '#contract/limits.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { invalid, ShopError } from '../../platform/http/shop-error.ts'
import { inBothLanguages } from '../../platform/words/both-languages.ts'
import { createSortedRows } from '../../sorted-lists/sorted-rows.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { checkFamilies } from '../families/check-families.ts'
import { announceProducts, assertUnused } from '../groups/group-changes.ts'
import { renewSearch } from '../groups/groups.store.ts'
import * as store from './attributes.store.ts'
import { assertChoices, checkAttribute } from './check-attribute.ts'
import { convertValues } from './convert-values.ts'

export type Attributes = ReturnType<typeof createAttributes>

export function createAttributes(db: Database, changes: CatalogChanges) {
  return createSortedRows<Unversioned<AdminAttribute>, AttributeForm>(db, {
    table: 'attribute',
    max: ATTRIBUTES_MAX,
    fieldsOf: ({ id: _id, position: _position, products: _products, choices, ...fields }) => ({
      ...fields,
      choices: choices.map(({ products: _count, ...choice }) => choice),
    }),
    read(form) {
      checkAttribute(form)
      const choices = form.choices.map((choice) => inBothLanguages(choice, 'name'))
      return { ...inBothLanguages(form, 'name', 'unit'), choices }
    },
    findAll: store.findAttributes,
    announce: announceProducts(changes),

    async insert(tx, wanted) {
      assertChoices(wanted)
      const id = await store.insertAttribute(tx, wanted)
      await store.writeChoices(tx, id, wanted.choices.map(withoutId))
      return id
    },

    async update(tx, before, wanted) {
      assertKept(before, wanted)
      // An empty list of choices is allowed if products have values: those values become the choices.
      if (before.products === 0) assertChoices(wanted)
      const { id } = before
      const families = await store.familiesBy(tx, id)
      if (families.length > 0 && wanted.kind === 'text') {
        throw invalid({ kind: [{ id: 'error.axisText', values: { name: before.name } }] })
      }
      const rules = await store.findRules(tx, id)
      await store.updateAttribute(tx, id, wanted)
      if (wanted.factor !== undefined) await store.keepRules(tx, id, rules, wanted.factor)
      if (wanted.kind === 'choice') {
        const known = before.choices.map((choice) => choice.id)
        const isKnown = (choice: Choice) => known.includes(choice.id ?? 0)
        const choices = wanted.choices.map((one) => (isKnown(one) ? one : withoutId(one)))
        if (before.kind === 'choice') await store.removeChoices(tx, id, idsOf(choices))
        await store.writeChoices(tx, id, choices)
      }
      await convertValues(tx, before, wanted)
      if (wanted.kind !== 'choice') await store.removeChoices(tx, id, [])
      // The conversion may have made different values equal.
      await checkFamilies(tx, families, 'kind')
      const products = await store.productsWith(tx, id)
      await renewSearch(tx, products)
      return products
    },

    async beforeRemove(tx, attribute) {
      assertUnused(attribute)
      await assertNoAxis(tx, attribute)
    },
  })
}

type Choice = AttributeForm['choices'][number]

const idsOf = (choices: readonly Choice[]) => choices.flatMap(({ id }) => id ?? [])
const withoutId = ({ id: _id, ...choice }: Choice): Choice => choice

/**
 * Checks a change to an attribute that products use.
 * @throws ShopError `conflict` if the change removes a choice in use; `invalid` if it changes the category, changes the
 * unit without a conversion factor, or has a factor other than 1 for the same unit.
 */
function assertKept(before: Unversioned<AdminAttribute>, wanted: AttributeForm): void {
  const count = before.products
  if (count === 0) return
  if (wanted.category !== before.category) {
    throw invalid({ category: [{ id: 'error.categoryInUse', values: { count } }] })
  }
  if (wanted.kind === 'choice' && before.kind === 'choice') {
    const kept = idsOf(wanted.choices)
    const lost = before.choices.find(({ id, products }) => products > 0 && !kept.includes(id))
    if (lost) {
      throw new ShopError('conflict', {
        id: 'error.choiceInUse',
        values: { name: lost.name, count: lost.products },
      })
    }
  }
  if (before.kind !== 'number' || wanted.kind !== 'number') return
  const isOtherUnit = wanted.unit !== before.unit
  if (isOtherUnit && wanted.factor === undefined) {
    throw invalid({
      factor: [{ id: 'error.factorMissing', values: { count, before: before.unit } }],
    })
  }
  if (!isOtherUnit && (wanted.factor ?? 1) !== 1) {
    throw invalid({ factor: ['error.factorWithoutUnit'] })
  }
}

async function assertNoAxis(tx: Tx, { id }: Unversioned<AdminAttribute>): Promise<void> {
  const families = await store.familiesBy(tx, id)
  if (families.length > 0) {
    throw new ShopError('conflict', {
      id: 'error.attributeIsAxis',
      values: { count: families.length },
    })
  }
}
