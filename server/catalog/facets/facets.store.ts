import { type RawBuilder, sql } from 'kysely'
import type { NamedGroup } from '#contract/attributes.ts'
import type { Handle } from '../../platform/db/database.ts'
import { toMicros } from '../../platform/http/cursor.ts'
import { type AttributeKey, NO, SHOWN_RATING, YES } from '../listing/conditions.ts'
import { CHOICES_OF_ATTRIBUTE, type DefinedAttribute } from '../product-attributes.ts'
import type { Entry } from './table.ts'

export interface FilterAttribute extends DefinedAttribute {
  category_id: number
}

/** The filters that lists can offer, with their names; each array is in the order set by staff. */
export interface Definitions {
  categories: Array<{ id: number; name: string }>
  brands: Array<NamedGroup & { logo: string | null }>
  subCategories: Array<NamedGroup & { category_id: number }>
  attributes: FilterAttribute[]
  /** Whether any product belongs to a family; if none does, lists are not grouped by family. */
  hasFamilies: boolean
}

export async function findDefinitions(db: Handle): Promise<Definitions> {
  const { rows } = await sql<{ [Name in keyof Definitions]: Definitions[Name] | null }>`
    select exists (select from product_search where family_id is not null) as "hasFamilies",
      (select json_agg(json_build_object('id', id, 'name', name) order by position) from category) as categories,
      (select json_agg(json_build_object('id', id, 'name', name, 'name_ar', name_ar, 'logo', logo)
        order by position, id) from brand) as brands,
      (select json_agg(json_build_object('id', id, 'name', name, 'name_ar', name_ar,
        'category_id', category_id) order by position, id) from sub_category) as "subCategories",
      (select json_agg(json_build_object('id', a.id, 'name', a.name, 'name_ar', a.name_ar,
          'category_id', a.category_id, 'kind', a.kind, 'unit', a.unit, 'unit_ar', a.unit_ar,
          'choices', ${CHOICES_OF_ATTRIBUTE}) order by a.position, a.id)
        from attribute a where a.is_filter) as attributes`.execute(db)
  const [row] = rows
  return {
    categories: row?.categories ?? [],
    brands: row?.brands ?? [],
    subCategories: row?.subCategories ?? [],
    attributes: row?.attributes ?? [],
    hasFamilies: row?.hasFamilies ?? true,
  }
}

export interface CategoryEntry extends Entry {
  category: number
}

interface Row {
  id: number
  category: number
  price: number
  rating: number
  sold: number
  newest: number
  in_stock: boolean
  brand: number | null
  sub_category: number | null
  family: number | null
  /** The attribute's id, the value as a number, and the value as a code: a choice's id, NO or YES. */
  attributes: Array<[id: number, number: number | null, code: number | null]> | null
}

/** Entries of up to `limit` products, in id order, starting after `id`. */
export function findEntriesAfter(db: Handle, id: number, limit: number): Promise<CategoryEntry[]> {
  // The limit is a literal: with a parameter, the query would be replanned for every portion.
  return findEntries(
    db,
    sql`select * from product_search where product_id > ${id} order by product_id limit ${sql.lit(limit)}`,
  )
}

/**
 * Entries of the products `ids` and of all products in the regrouped families; deleted products have none.
 * @param regrouped products whose families' ratings may have changed, with the families they previously belonged to.
 */
export function findEntriesOf(
  db: Handle,
  ids: readonly number[],
  regrouped: { ids: readonly number[]; families: readonly number[] },
): Promise<CategoryEntry[]> {
  const relatives = sql`array(
    select product_id from family_rating where family_id = any(${[...regrouped.families]}::bigint[] || array(
      select family_id from product where id = any(${[...regrouped.ids]}::bigint[])
    ))
  )`
  return findEntries(
    db,
    sql`select * from product_search where product_id = any(${[...ids]}::bigint[] || ${relatives})`,
  )
}

/** @param some a query for rows of `product_search`. */
async function findEntries(db: Handle, some: RawBuilder<unknown>): Promise<CategoryEntry[]> {
  const { rows } = await sql<Row>`
    select s.product_id as id, s.category_id as category, s.price_cents as price,
      ${SHOWN_RATING} as rating, s.sold, ${toMicros(sql`s.created_at`)} as newest, s.in_stock,
      p.brand_id as brand, p.sub_category_id as sub_category, s.family_id as family, (
        select json_agg(json_build_array(v.attribute_id, v.number,
          coalesce(v.choice_id, v.is_true::integer + ${NO}::integer)))
        from product_attribute v
        where v.product_id = s.product_id and v.attribute_id = any(filter.attributes)
      ) as attributes
    from (${some}) s join product p on p.id = s.product_id
    -- Joining attributes to each product's values instead would take most of the time.
    left join (
      select category_id, array_agg(id) as attributes from attribute where is_filter
      group by category_id
    ) filter on filter.category_id = s.category_id
    order by s.product_id`.execute(db)
  return rows.map(toEntry)
}

function toEntry({
  id,
  category,
  family,
  brand,
  sub_category,
  in_stock,
  ...row
}: Row): CategoryEntry {
  const { price, rating, sold, newest } = row
  const numbers: Record<string, number> = { price, rating, sold, newest }
  const codes: Record<string, number> = { stock: in_stock ? YES : NO }
  if (brand !== null) codes.brand = brand
  if (sub_category !== null) codes.subCategory = sub_category
  for (const [attribute, number, code] of row.attributes ?? []) {
    const name: AttributeKey = `attribute ${attribute}`
    if (number !== null) numbers[name] = number
    if (code !== null) codes[name] = code
  }
  return { id, category, family, numbers, codes }
}
