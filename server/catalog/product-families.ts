import { sql } from 'kysely'
import type { FamilyCard, ListedProduct, Product, ProductFamily } from '#contract/catalog.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { opaqueToPlanner } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'

/** A family member as SQL returns it, before `toMember`. */
export type StoredMember<Member extends { price: number; profileImage: string | null }> = Omit<
  Member,
  'price' | 'profileImage'
> & { price_cents: number; picture_key: string | null }

export interface StoredFamily extends Omit<ProductFamily, 'products' | 'spread'> {
  products: StoredMember<ProductFamily['products'][number]>[]
}

/** Column: the attributes in which the products of family `f` differ, as JSON. */
export const AXES_OF_FAMILY = sql`(
  select json_agg(json_build_object('id', a.id, 'name', a.name, 'name_ar', a.name_ar, 'kind', a.kind,
    'unit', a.unit, 'unit_ar', a.unit_ar) order by x.position)
  from family_axis x join attribute a on a.id = x.attribute_id where x.family_id = f.id
)`

/**
 * Table: the option values of product `m` in family `f`, as JSON (`as_json`, a list of `AttributeValue`), and as
 * numbers to sort by (`places`).
 */
export const VALUES_OF_MEMBER = sql`(
  select json_agg(json_build_object('number', v.number, 'is_true', v.is_true,
      'choice', case when c.id is not null then json_build_object('id', c.id, 'name', c.name,
        'name_ar', c.name_ar, 'swatch', c.swatch) end) order by x.position) as as_json,
    array_agg(coalesce(c.position, v.number, v.is_true::integer) order by x.position) as places
  from family_axis x
  left join product_attribute v on v.attribute_id = x.attribute_id and v.product_id = m.id
  left join attribute_choice c on c.id = v.choice_id
  where x.family_id = f.id
)`

/** Column: the family of product `p` with its non-deleted products, as JSON; null for a product without a family. */
export const FAMILY_OF_PRODUCT = sql<StoredFamily | null>`(
  select json_build_object('id', f.id, 'name', f.name, 'name_ar', f.name_ar,
    'axes', ${AXES_OF_FAMILY}, 'products', (
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'name_ar', m.name_ar,
        'price_cents', m.price_cents, 'quantity', m.on_hand - m.reserved,
        'picture_key', m.picture_key, 'values', v.as_json) order by v.places, m.id)
      from product m cross join lateral ${VALUES_OF_MEMBER} v
      where m.family_id = f.id and m.deleted_at is null
    ))
  from family f where f.id = p.family_id
)`

export function toMember<Row extends { price_cents: number; picture_key: string | null }>({
  price_cents,
  picture_key,
  ...member
}: Row) {
  return {
    ...member,
    price: fromCents(price_cents),
    profileImage: picture_key && wirePictureUrl(picture_key),
  }
}

interface CardRow extends Omit<FamilyCard, 'min' | 'max' | 'swatches'> {
  min_cents: number
  max_cents: number
  swatches: FamilyCard['swatches'] | null
}

/** Adds to each product in a list the family data shown on its card. */
export async function withFamilies(
  db: Handle,
  products: readonly Product[],
): Promise<ListedProduct[]> {
  const ids = products.flatMap(({ family_id }) => family_id ?? [])
  if (ids.length === 0) return [...products]
  const { rows } = await sql<CardRow>`
    select f.id, f.name, f.name_ar, own.products, own.min_cents, own.max_cents, (
      select json_agg(json_build_object('id', c.id, 'name', c.name, 'name_ar', c.name_ar,
        'swatch', c.swatch) order by c.position, c.id)
      from family_axis x join attribute_choice c on c.attribute_id = x.attribute_id
      where x.family_id = f.id and c.swatch is not null and exists (
        select from product m join product_attribute v on v.product_id = m.id
        where m.family_id = f.id and m.deleted_at is null and v.attribute_id = x.attribute_id
          and v.choice_id = c.id
      )
    ) as swatches
    from family f cross join lateral (
      select count(*) as products, min(price_cents) as min_cents, max(price_cents) as max_cents
      from product m where m.family_id = f.id and m.deleted_at is null
    ) own
    where f.id = any(${opaqueToPlanner(sql`${ids}::bigint[]`)}::bigint[])`.execute(db)
  const cards = new Map(
    rows.map(({ min_cents, max_cents, swatches, ...row }): [number, FamilyCard] => [
      row.id,
      { ...row, min: fromCents(min_cents), max: fromCents(max_cents), swatches: swatches ?? [] },
    ]),
  )
  return products.map((product) => {
    const family = cards.get(product.family_id ?? 0)
    return family ? { ...product, family } : product
  })
}
