import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { insertRow } from '../sorted-lists/sorted-rows.ts'
import { numberOf, specFor } from './demo-attributes.ts'
import type { DemoCatalog } from './demo-catalog.ts'

/** Call before storing the products, which refer to brands and subcategories. */
export async function insertGroups(
  tx: Handle,
  { brands, sub_categories }: DemoCatalog,
): Promise<void> {
  for (const [position, { brand, name, logo }] of brands.entries()) {
    await insertRow(tx, 'brand', {
      name: brand,
      name_ar: name.ar,
      logo: `/media/${logo}`,
      position,
      demo: true,
    })
  }
  for (const [position, { category, name }] of sub_categories.entries()) {
    await insertRow(tx, 'sub_category', {
      category_id: sql`(select id from category where name = ${category})`,
      name: name.en,
      name_ar: name.ar,
      position,
      demo: true,
    })
  }
}

/** Call after storing the products, which receive the attributes' values. */
export async function insertAttributes(
  tx: Handle,
  { attributes, swatches, products }: DemoCatalog,
): Promise<void> {
  const wanted = attributes.map(({ category, name, kind, unit }, place) => ({
    place,
    category,
    kind,
    name: name.en,
    name_ar: name.ar,
    unit: unit.en,
    unit_ar: unit.ar,
  }))
  const values = attributes.flatMap((attribute, place) =>
    products.flatMap((product) => {
      const spec = specFor(product, attribute)
      if (!spec) return []
      const isNumber = attribute.kind === 'number'
      return {
        place,
        sku: product.sku,
        number: isNumber ? numberOf(spec) : null,
        ...(isNumber ? { choice: null } : { choice: spec.value, choice_ar: spec.value_ar }),
        swatch: attribute.spec === 'color' ? swatches[spec.value] : null,
      }
    }),
  )
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as a (
        place integer, category text, kind text, name text, name_ar text, unit text, unit_ar text)
    ), found as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v (
        place integer, sku text, number double precision, choice text, choice_ar text, swatch text)
    ), added as (
      insert into attribute (category_id, name, name_ar, kind, unit, unit_ar, is_filter, position, demo)
      select category.id, w.name, w.name_ar, w.kind, w.unit, w.unit_ar, true, w.place, true
      from wanted w join category on category.name = w.category
      returning id, kind, position
    ), choices as (
      insert into attribute_choice (attribute_id, name, name_ar, swatch, position)
      select added.id, choice, max(choice_ar), max(swatch),
        row_number() over (partition by added.id order by choice) - 1
      from found join added on added.position = found.place where choice is not null
      group by added.id, choice
      returning id, attribute_id, name
    )
    insert into product_attribute (product_id, attribute_id, kind, number, choice_id)
    select product.id, added.id, added.kind, found.number, choices.id
    from found join product using (sku) join added on added.position = found.place
    left join choices on choices.attribute_id = added.id
      and choices.name = found.choice`.execute(tx)
}
