import { sql } from 'kysely'
import type { Shop } from './shop.ts'

/** The ids of three attributes (storage is a number, color a choice, chip a text) and of two choices of color. */
export interface Axes {
  storage: number
  color: number
  chip: number
  red: number
  blue: number
}

export async function defineAxes({ db }: Shop): Promise<Axes> {
  const { rows } = await sql<Axes>`
    with attributes as (
      insert into attribute (category_id, name, name_ar, kind, unit, unit_ar, is_filter, position)
      select c.id, a.* from category c cross join (values
        ('Storage', 'السعة', 'number', 'GB', 'غيغابايت', true, 0),
        ('Color', 'اللون', 'choice', '', '', true, 1),
        ('Chip', 'المعالج', 'text', '', '', false, 2)) a
      where c.name = 'Phones' returning id, name
    ), choices as (
      insert into attribute_choice (attribute_id, name, name_ar, swatch, position)
      select attributes.id, c.* from attributes cross join (values
        ('Red', 'أحمر', '#cc0000', 0), ('Blue', 'أزرق', '#0000cc', 1)) c
      where attributes.name = 'Color' returning id, name
    )
    select
      (select id from attributes where name = 'Storage') as storage,
      (select id from attributes where name = 'Color') as color,
      (select id from attributes where name = 'Chip') as chip,
      (select id from choices where name = 'Red') as red,
      (select id from choices where name = 'Blue') as blue`.execute(db.run)
  const [row] = rows
  if (!row) throw new Error('no attribute was defined')
  return row
}

/**
 * Creates a phone with a chip and, unless null, this storage and color.
 * @returns its id.
 */
export async function phoneOf(
  shop: Shop,
  axes: Axes,
  {
    storage,
    color,
    ...fields
  }: { storage: number | null; color: number | null; price: number; stock?: number },
): Promise<number> {
  const id = await shop.product({ category: 'Phones', ...fields })
  await shop.sql`
    insert into product_attribute (product_id, attribute_id, kind, number, choice_id, text, text_ar)
    select ${id}, attribute, kind, number, choice, text, text from (values
      (${axes.storage}::bigint, 'number', ${storage}::float8, null::bigint, null),
      (${axes.color}::bigint, 'choice', null, ${color}::bigint, null),
      (${axes.chip}::bigint, 'text', null, null, 'K9')
    ) v (attribute, kind, number, choice, text)
    where coalesce(number::text, choice::text, text) is not null`
  return id
}
