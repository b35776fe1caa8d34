/** Creates products of a family, such as other colors or sizes, from one of its products. */
import type { AxisValue, NewMembers } from '#contract/admin.ts'
import type { AttributeChoice } from '#contract/attributes.ts'
import type { Locale } from '#contract/locale.ts'
import { type Database, inTransaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { readPrice } from '../../platform/http/read-amount.ts'
import { invalid, orNotFound } from '../../platform/http/shop-error.ts'
import { translate } from '../../platform/words/translate.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { checkFamilies } from '../families/check-families.ts'
import { lockFamilies, setProducts } from '../families/families.store.ts'
import { type DefinedAttribute, holdAttributes } from '../product-attributes.ts'
import type { ProductValues, StoredValue } from './product-form.ts'
import type { LockedProduct } from './product-writes.store.ts'
import { addProducts, editable, lockProduct, refuseDuplicate } from './product-writes.ts'

export function createAddFamilyProducts(db: Database, changes: CatalogChanges) {
  /**
   * @throws ShopError `not_found`; `invalid` if `like` is not in the family, for missing, unknown or extra values, for
   * an invalid price or a SKU that is already taken, and as in `checkFamilies`.
   */
  return async (caller: Caller, id: number, { like, products }: NewMembers): Promise<void> =>
    inTransaction(db, async (tx) => {
      const template = await lockProduct(tx, like).catch(() => null)
      const family = orNotFound((await lockFamilies(tx, [id]))[0])
      if (!template || !family.products.includes(like)) {
        throw invalid({ like: [{ id: 'error.productUnknown', values: { id: like } }] })
      }
      const held = await holdAttributes(tx, family.axes)
      const axes = family.axes.flatMap((axis) => held.filter((one) => one.id === axis))
      const made = products.map(({ values, price, stock, sku = null }) => {
        const said = axes.map((axis) => ({ axis, value: readValue(axis, values) }))
        if (values.length !== axes.length) throw wrongValues()
        return { stock, values: copyOf(template, family, said, { price, sku }) }
      })
      const ids = await addProducts(tx, caller.id, made)
      await setProducts(tx, id, [...family.products, ...ids])
      await checkFamilies(tx, [id], 'products')
      tx.afterCommit(() =>
        changes.announce({ what: 'products', ids: [...family.products, ...ids] }),
      )
    }).catch(refuseDuplicate)
}

interface Said {
  axis: DefinedAttribute
  value: { number: number } | { is_true: boolean } | { choice: AttributeChoice }
}

function readValue(axis: DefinedAttribute, values: readonly AxisValue[]): Said['value'] {
  const given = values.find(({ attribute }) => attribute === axis.id)
  const { number, is_true: isTrue } = given ?? {}
  if (axis.kind === 'number' && number !== undefined) return { number }
  if (axis.kind === 'boolean' && isTrue !== undefined) return { is_true: isTrue }
  const choice = axis.choices.find(({ id }) => id === given?.choice)
  if (axis.kind === 'choice' && choice) return { choice }
  throw wrongValues()
}

const wrongValues = () => invalid({ values: ['error.axisValues'] })

/** A copy of the template, named after the family and the values, such as `Orvane One 256 GB Blue`. */
function copyOf(
  template: LockedProduct,
  family: { name: string; name_ar: string },
  said: readonly Said[],
  { price, sku }: { price: number; sku: string | null },
): ProductValues {
  return {
    ...editable(template),
    sku,
    price_cents: readPrice('price', price),
    compare_at_cents: null,
    pictures: undefined,
    name: [family.name, ...said.map((one) => labelOf('en', one))].join(' '),
    name_ar: [family.name_ar, ...said.map((one) => labelOf('ar', one))].join(' '),
    attributes: [
      ...template.attributes.filter(({ attribute }) =>
        said.every(({ axis }) => axis.id !== attribute),
      ),
      ...said.map(toStored),
    ],
  }
}

function labelOf(locale: Locale, { axis, value }: Said): string {
  const isEnglish = locale === 'en'
  if ('choice' in value) return isEnglish ? value.choice.name : value.choice.name_ar
  if ('number' in value) return `${value.number} ${isEnglish ? axis.unit : axis.unit_ar}`.trim()
  const name = isEnglish ? axis.name : axis.name_ar
  return `${name}: ${translate(locale, value.is_true ? 'choice.yes' : 'choice.no')}`
}

function toStored({ axis, value }: Said): StoredValue {
  return {
    attribute: axis.id,
    number: 'number' in value ? value.number : null,
    is_true: 'is_true' in value ? value.is_true : null,
    choice: 'choice' in value ? value.choice.id : null,
    text: null,
    text_ar: null,
  }
}
