/** Attributes locked for a write, and a product's attributes as an SQL column and as specifications. */
import { sql } from 'kysely'
import { attributeKey } from '#contract/attribute-key.ts'
import type { AttributeChoice, ProductAttribute } from '#contract/attributes.ts'
import type { Spec } from '#contract/catalog.ts'
import type { Category, Locale } from '#contract/locale.ts'
import type { Tx } from '../platform/db/database.ts'
import { translate } from '../platform/words/translate.ts'

export interface DefinedAttribute
  extends Pick<ProductAttribute, 'id' | 'name' | 'name_ar' | 'kind' | 'unit' | 'unit_ar'> {
  choices: AttributeChoice[]
}

/** Column: the choices of attribute `a` in the order set by staff, as JSON. */
export const CHOICES_OF_ATTRIBUTE = sql`coalesce((
  select json_agg(json_build_object('id', o.id, 'name', o.name, 'name_ar', o.name_ar, 'swatch', o.swatch)
    order by o.position, o.id)
  from attribute_choice o where o.attribute_id = a.id
), '[]')`

export interface HeldAttribute extends DefinedAttribute {
  category: Category
}

/**
 * Locks attributes, so that their kinds and choices do not change until the transaction ends.
 * @returns the attributes that exist, in no particular order.
 */
export async function holdAttributes(tx: Tx, ids: readonly number[]): Promise<HeldAttribute[]> {
  await sql`
    select from attribute where id = any(${[...ids]}::bigint[]) order by id for share`.execute(tx)
  // A separate statement, so that it sees changes committed while the locks were awaited.
  const { rows } = await sql<HeldAttribute>`
    select a.id, c.name as category, a.kind, a.name, a.name_ar, a.unit, a.unit_ar,
      ${CHOICES_OF_ATTRIBUTE} as choices
    from attribute a join category c on c.id = a.category_id
    where a.id = any(${[...ids]}::bigint[])`.execute(tx)
  return rows
}

/** Column: product `p`'s attributes that belong to its category, in the order set by staff, as JSON; null if none. */
export const ATTRIBUTES_OF_PRODUCT = sql<ProductAttribute[] | null>`(
  select json_agg(json_build_object('id', a.id, 'name', a.name, 'name_ar', a.name_ar, 'kind', a.kind,
    'unit', a.unit, 'unit_ar', a.unit_ar, 'is_compared', a.is_compared, 'number', v.number,
    'is_true', v.is_true, 'text', v.text, 'text_ar', v.text_ar,
    'choice', case when c.id is not null then json_build_object('id', c.id, 'name', c.name,
      'name_ar', c.name_ar, 'swatch', c.swatch) end) order by a.position, a.id)
  from product_attribute v join attribute a on a.id = v.attribute_id
  left join attribute_choice c on c.id = v.choice_id
  where v.product_id = p.id and a.category_id = p.category_id
)`

/** The attribute as a specification, for clients that do not support attributes. */
export function specOf(attribute: ProductAttribute): Spec {
  const { id, name, name_ar } = attribute
  return {
    key: attributeKey(id),
    label: name,
    label_ar: name_ar,
    value: valueIn('en', attribute),
    value_ar: valueIn('ar', attribute),
  }
}

/**
 * The value in one language, such as `256 GB`, `Yes` or `Blue`. Digits are the same in both languages, as in prices.
 */
function valueIn(locale: Locale, attribute: ProductAttribute): string {
  const pick = (english: string | null, arabic: string | null) =>
    (locale === 'en' ? english : arabic) ?? ''
  const { number, is_true: isTrue, choice, unit, unit_ar, text, text_ar } = attribute
  if (number !== null) return `${NUMBER.format(number)} ${pick(unit, unit_ar)}`.trim()
  if (isTrue !== null) return translate(locale, isTrue ? 'choice.yes' : 'choice.no')
  return choice ? pick(choice.name, choice.name_ar) : pick(text, text_ar)
}

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
