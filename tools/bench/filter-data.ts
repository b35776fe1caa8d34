import { sql } from 'kysely'
import type { Category } from '../../contract/locale.ts'
import type { Database, Handle } from '../../server/platform/db/database.ts'

/** The attributes of each category: a number with few values, a number with many, two choices, and a boolean. */
const ATTRIBUTES = [
  { name: 'Storage', kind: 'number' },
  { name: 'Weight', kind: 'number' },
  { name: 'Color', kind: 'choice' },
  { name: 'Port', kind: 'choice' },
  { name: 'Waterproof', kind: 'boolean' },
] as const
const CHOICES = 8
const BRANDS = 40
const TYPES = 5
const FAMILY_SIZE = 4

export interface FilterGoods {
  brands: number[]
  categories: Array<{
    name: Category
    types: number[]
    attributes: Array<{ id: number; name: string; kind: string; choices: number[] }>
  }>
  /** Ids of some products, spread evenly. The ids in `devices` and `accessories` are chosen in the same way. */
  products: number[]
  devices: number[]
  accessories: number[]
}

/**
 * Gives every product five attributes and a brand, and most products a type. Half of the products are in families of
 * four that differ in color; every accessory fits the devices of one family.
 */
export async function addFilters(db: Database): Promise<void> {
  await db.root.connection().execute(async (on) => {
    await sql`set statement_timeout = 0`.execute(on)
    // Turns triggers off, for speed; the statements below write what the triggers would write.
    await sql`set session_replication_role = replica`.execute(on)
    await addNames(on)
    await addFamilies(on)
    await sql`
      insert into product_attribute (product_id, attribute_id, kind, number, is_true, choice_id)
      select p.id, a.id, a.kind,
        case a.name when 'Storage' then 2 ^ (3 + draw % 8) when 'Weight' then draw % 2000 / 10.0 end,
        case when a.kind = 'boolean' then draw % 3 = 0 end,
        case when a.kind = 'choice' then (
          select id from attribute_choice where attribute_id = a.id
            and position = case a.name when 'Color' then p.id % ${CHOICES} else draw % ${CHOICES} end
        ) end
      from product p join attribute a on a.category_id = p.category_id
      cross join lateral (select abs(hashint8(p.id * 31 + a.id)) as draw) d`.execute(on)
    await sql`
      insert into fit (product_id, family_id)
      select p.id, f.id from product p join category c on c.id = p.category_id
      cross join lateral (
        select id from family f where f.category_id <> p.category_id
          and f.id >= (select 1 + abs(hashint8(p.id)) % max(id) from family) order by id limit 1
      ) f
      where c.name = 'Accessories'`.execute(on)
    await sql`reset session_replication_role`.execute(on)
    await sql`vacuum analyze`.execute(on)
    await sql`reset statement_timeout`.execute(on)
  })
}

async function addNames(on: Handle): Promise<void> {
  await sql`
    insert into brand (name, name_ar, position)
    select 'Maker ' || n, 'صانع ' || n, n from generate_series(1, ${BRANDS}::integer) n`.execute(on)
  await sql`
    insert into sub_category (category_id, name, name_ar, position)
    select c.id, 'Type ' || n, 'نوع ' || n, n from category c, generate_series(1, ${TYPES}::integer) n`.execute(
    on,
  )
  for (const [at, { name, kind }] of ATTRIBUTES.entries()) {
    await sql`
      insert into attribute (category_id, name, name_ar, kind, is_filter, position)
      select id, ${name}, ${name}, ${kind}, true, ${at} from category`.execute(on)
  }
  await sql`
    insert into attribute_choice (attribute_id, name, name_ar, position)
    select a.id, 'Choice ' || n, 'خيار ' || n, n
    from attribute a, generate_series(0, ${CHOICES - 1}::integer) n where a.kind = 'choice'`.execute(
    on,
  )
}

async function addFamilies(on: Handle): Promise<void> {
  await sql`
    insert into family (category_id, name, name_ar)
    select p.category_id, min(p.name), min(p.name_ar)
    from (
      select *, (row_number() over (partition by category_id order by id) - 1) / ${FAMILY_SIZE} as nth
      from product
    ) p
    where nth % 2 = 0 group by p.category_id, nth order by p.category_id, nth`.execute(on)
  await sql`
    insert into family_axis (family_id, category_id, attribute_id, position)
    select f.id, f.category_id, a.id, 0 from family f
    join attribute a on a.category_id = f.category_id and a.name = 'Color'`.execute(on)
  await sql`
    with members as (
      select id, category_id,
        (row_number() over (partition by category_id order by id) - 1) / ${FAMILY_SIZE} as nth
      from product
    ), families as (
      select id, category_id, 2 * (row_number() over (partition by category_id order by id) - 1) as nth
      from family
    )
    update product p set
      brand_id = (select min(id) from brand) + abs(hashint8(p.id)) % ${BRANDS},
      sub_category_id = (
        select id from sub_category s where s.category_id = p.category_id
          and s.position = abs(hashint8(p.id * 7)) % ${TYPES + 1}
      ),
      family_id = f.id
    from members m left join families f on f.category_id = m.category_id and f.nth = m.nth
    where m.id = p.id`.execute(on)
  await sql`
    update product_search s set family_id = p.family_id from product p
    where p.id = s.product_id and p.family_id is not null`.execute(on)
  await sql`select renew_family_ratings(array(select id from family))`.execute(on)
}

/** @param count the number of each to choose: products, devices and accessories */
export async function filterGoodsOf(db: Database, count: number): Promise<FilterGoods> {
  const { rows: categories } = await sql<FilterGoods['categories'][number]>`
    select c.name,
      (select json_agg(id) from sub_category where category_id = c.id) as types,
      (select json_agg(json_build_object('id', a.id, 'name', a.name, 'kind', a.kind, 'choices',
        (select json_agg(id) from attribute_choice where attribute_id = a.id)))
        from attribute a where a.category_id = c.id) as attributes
    from category c order by c.position`.execute(db.run)
  const { rows: brands } = await sql<{ id: number }>`select id from brand`.execute(db.run)
  const idsOf = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: number }>`
      select p.id from product p join category c on c.id = p.category_id
      where p.deleted_at is null and ${condition}
      order by hashint8(p.id) limit ${count}`.execute(db.run)
    return rows.map(({ id }) => id)
  }
  return {
    brands: brands.map(({ id }) => id),
    categories,
    products: await idsOf(sql`true`),
    devices: await idsOf(sql`c.name <> 'Accessories' and p.family_id is not null`),
    accessories: await idsOf(sql`c.name = 'Accessories'`),
  }
}
