import { sql } from 'kysely'
import type { Category } from '#contract/locale.ts'
import type { Handle } from '../../platform/db/database.ts'
import { CHOICES_OF_ATTRIBUTE, type DefinedAttribute } from '../product-attributes.ts'

export interface NamedAttribute extends DefinedAttribute {
  category: Category
  is_filter: boolean
  is_compared: boolean
}

/** The names that staff gave the categories, in either language. */
export async function findCategoryNames(
  db: Handle,
): Promise<Array<{ category: Category; name: string }>> {
  const { rows } = await sql<{ category: Category; name: string }>`
    select c.name as category, own.name
    from category c, unnest(array[c.title, c.title_ar]) own (name) where own.name <> ''`.execute(db)
  return rows
}

/** All attributes, in display order. */
export async function findAttributes(db: Handle): Promise<NamedAttribute[]> {
  const { rows } = await sql<NamedAttribute>`
    select a.id, c.name as category, a.name, a.name_ar, a.kind, a.unit, a.unit_ar, a.is_filter,
      a.is_compared, ${CHOICES_OF_ATTRIBUTE} as choices
    from attribute a join category c on c.id = a.category_id order by a.position, a.id`.execute(db)
  return rows
}

/** A family; `nth` is its rank among the families with the same name, the oldest being 1. */
export interface NamedFamily {
  id: number
  category: Category
  name: string
  name_ar: string
  nth: number
  axes: string[]
}

export async function findFamiliesAfter(
  db: Handle,
  afterId: number,
  limit: number,
): Promise<Omit<NamedFamily, 'nth'>[]> {
  const { rows } = await sql<Omit<NamedFamily, 'nth'>>`
    select f.id, c.name as category, f.name, f.name_ar, ${AXES} as axes
    from family f join category c on c.id = f.category_id
    where f.id > ${afterId}::bigint order by f.id limit ${limit}`.execute(db)
  return rows
}

export async function findFamiliesNamed(
  db: Handle,
  names: readonly string[],
): Promise<NamedFamily[]> {
  const { rows } = await sql<NamedFamily>`
    select f.id, c.name as category, f.name, f.name_ar, ${AXES} as axes,
      row_number() over (partition by f.name order by f.id)::integer as nth
    from family f join category c on c.id = f.category_id
    where f.name = any(${[...names]}::text[]) order by f.id`.execute(db)
  return rows
}

const AXES = sql`coalesce((
  select json_agg(a.name order by x.position)
  from family_axis x join attribute a on a.id = x.attribute_id where x.family_id = f.id
), '[]')`

/** Families whose name an older family has, too; `nth` is 2 for the second oldest family with the name, and so on. */
export async function findNamesakes(db: Handle): Promise<Array<{ id: number; nth: number }>> {
  const { rows } = await sql<{ id: number; nth: number }>`
    select id, nth::integer from (
      select id, row_number() over (partition by name order by id) as nth from family
    ) numbered
    where nth > 1`.execute(db)
  return rows
}

/**
 * Finds devices, which are products that are neither accessories nor deleted.
 * @param references SKUs, or `#` followed by an id; a reference that matches both ways is taken as a SKU.
 * @returns their ids, keyed by reference.
 */
export async function findDevices(
  db: Handle,
  references: readonly string[],
): Promise<Map<string, number>> {
  const named = [...references]
  const { rows } = await sql<{ reference: string; id: number }>`
    select reference, p.id from (
      select reference, p.id, 1 as rank from unnest(${named}::text[]) as reference
      join product p on p.id = case when reference ~ '^#[1-9][0-9]{0,14}$'
        then substr(reference, 2)::bigint end
      union all
      select reference, p.id, 2 from unnest(${named}::text[]) as reference
      join product p on p.sku = reference
    ) found
    join product p using (id)
    join category c on c.id = p.category_id
    where c.name <> 'Accessories' and p.deleted_at is null order by rank`.execute(db)
  return new Map(rows.map(({ reference, id }) => [reference, id]))
}

/** Makes future products get ids above `id`. */
export async function reserveIds(db: Handle, id: number): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('product', 'id'),
      greatest(${id}::bigint, nextval(pg_get_serial_sequence('product', 'id'))))`.execute(db)
}

/** Whether the shop has products, deleted or not, whose ids are not among `ids`. */
export async function hasOtherProducts(db: Handle, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select id from product p
    where not exists (select from unnest(${[...ids]}::bigint[]) as named where named = p.id)
    limit 1`.execute(db)
  return rows.length > 0
}
