import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import type { DemoAttribute, DemoCatalog } from './demo-catalog.ts'

/** Call after storing the attributes, which serve as the families' axes. */
export async function storeFamilies(
  tx: Handle,
  { families, products, attributes }: DemoCatalog,
): Promise<void> {
  const rows = families.map(({ name, axes, products: skus }, place) => {
    const category = products.find(({ sku }) => skus.includes(sku))?.category
    return {
      place,
      category,
      name: name.en,
      name_ar: name.ar,
      skus,
      axes: axes.map((spec) => placeOf(attributes, spec, category)),
    }
  })
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as f (
        place integer, category text, name text, name_ar text, skus jsonb, axes jsonb)
    ), added as (
      insert into family (category_id, name, name_ar, demo)
      select category.id, w.name, w.name_ar, true
      from wanted w join category on category.name = w.category order by w.place
      returning id, category_id, name
    ), axes as (
      insert into family_axis (family_id, category_id, attribute_id, position)
      select added.id, added.category_id, attribute.id, axis.place
      from added join wanted using (name)
      cross join jsonb_array_elements_text(wanted.axes) with ordinality as axis (attribute, place)
      join attribute on attribute.category_id = added.category_id
        and attribute.position = axis.attribute::integer
    )
    update product set family_id = added.id
    from added join wanted using (name) where wanted.skus ? product.sku`.execute(tx)
}

/** Call after storing the families, which accessories can fit. */
export async function storeFits(tx: Handle, { fits, attributes }: DemoCatalog): Promise<void> {
  const rows = fits.flatMap(({ sku, devices, families, rules }) => [
    ...devices.map((device) => ({ sku, device })),
    ...families.map((family) => ({ sku, family })),
    ...rules.map(({ category, attribute, value, min }) => ({
      sku,
      category,
      attribute: placeOf(attributes, attribute, category),
      value,
      min,
    })),
  ])
  const placed = rows.map((row, index) => ({ ...row, place: index + 1 }))
  const only = fits.filter(({ fits_only }) => fits_only).map(({ sku }) => sku)
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(placed)}::text::jsonb) as f (place integer,
        sku text, device text, family text, category text, attribute integer, value text, min integer)
    ), added as (
      insert into fit (product_id, device_id, family_id)
      select product.id, device.id, family.id
      from wanted w join product on product.sku = w.sku
      left join product device on device.sku = w.device
      left join family on family.name = w.family
      order by w.place returning id
    ), numbered as (
      select id, row_number() over (order by id) as place from added
    )
    insert into fit_condition (fit_id, attribute_id, choice_id, min_number)
    select numbered.id, attribute.id, choice.id, w.min
    from numbered join wanted w using (place)
    join category on category.name = w.category
    join attribute on attribute.category_id = category.id and attribute.position = w.attribute
    left join attribute_choice choice on choice.attribute_id = attribute.id
      and choice.name = w.value`.execute(tx)
  await sql`update product set fits_only = true where sku = any(${only}::text[])`.execute(tx)
}

/** The attribute's index in the catalog, which is its position in the database. */
function placeOf(
  attributes: readonly DemoAttribute[],
  spec: string,
  category: string | undefined,
): number {
  const place = attributes.findIndex((one) => one.spec === spec && one.category === category)
  if (place === -1) throw new Error(`${category} has no attribute for the specification ${spec}`)
  return place
}
