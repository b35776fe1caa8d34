import { sql } from 'kysely'
import { toJson } from '../../platform/db/conditions.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Axis } from './make-products.ts'

/** The axes of a family in their order, held so that they stay as they are. */
export async function findAxes(tx: Tx, family: number): Promise<Axis[]> {
  await sql`
    select from attribute where id in (
      select attribute_id from family_axis where family_id = ${family}
    ) order by id for share`.execute(tx)
  const { rows } = await sql<Axis>`
    select a.id, a.kind, a.name, a.name_ar, a.unit, a.unit_ar, coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'name_ar', name_ar, 'swatch', swatch)
        order by position)
      from attribute_choice where attribute_id = a.id
    ), '[]') as choices
    from family_axis x join attribute a on a.id = x.attribute_id
    where x.family_id = ${family} order by x.position`.execute(tx)
  return rows
}

/** A value of a product, of its attribute's kind. */
export interface ValueRow {
  product: number
  attribute: number
  kind: Axis['kind']
  number: number | null
  is_true: boolean | null
  choice: number | null
}

/** Puts new products into the family, brand and sub-category of another, with its attributes but for `values`. */
export async function joinFamily(
  tx: Tx,
  like: number,
  ids: readonly number[],
  values: readonly ValueRow[],
): Promise<void> {
  await sql`
    update product p set brand_id = t.brand_id, sub_category_id = t.sub_category_id,
      family_id = t.family_id
    from product t where t.id = ${like} and p.id = any(${[...ids]}::bigint[])`.execute(tx)
  await sql`
    insert into product_attribute (product_id, attribute_id, kind, number, is_true, choice_id)
    select product, attribute, kind, number, is_true, choice
    from jsonb_to_recordset(${toJson(values)}::text::jsonb) as v (product bigint, attribute bigint,
      kind text, number double precision, is_true boolean, choice bigint)`.execute(tx)
  await sql`
    insert into product_attribute (product_id, attribute_id, kind, number, is_true, choice_id, text, text_ar)
    select id, v.attribute_id, v.kind, v.number, v.is_true, v.choice_id, v.text, v.text_ar
    from product_attribute v cross join unnest(${[...ids]}::bigint[]) as id
    where v.product_id = ${like}
    on conflict do nothing`.execute(tx)
}
