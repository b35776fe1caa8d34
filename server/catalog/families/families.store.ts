import { sql } from 'kysely'
import type { AdminFamily, AdminFamilyRow, FamiliesQuery, NewFamily } from '#contract/admin.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Category } from '#contract/locale.ts'
import { all } from '../../platform/db/conditions.ts'
import type { Handle, Tx } from '../../platform/db/database.ts'
import { cutPage, readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { insertRow } from '../../sorted-lists/sorted-rows.ts'
import { idOfCategory } from '../listing/filters.ts'
import {
  AXES_OF_FAMILY,
  type StoredMember,
  toMember,
  VALUES_OF_MEMBER,
} from '../product-families.ts'

/** @throws ShopError `invalid` for a cursor from a different list. */
export async function findFamilies(
  db: Handle,
  { search, category, cursor, limit = PAGE_SIZE }: FamiliesQuery,
): Promise<{ families: AdminFamilyRow[]; nextCursor: string | null }> {
  const [after = null] = readCursor(cursor, 'families', ['number']) ?? []
  const words = search?.trim()
  const { rows } = await sql<AdminFamilyRow>`
    select f.id, c.name as category, f.name, f.name_ar,
      (select json_agg(json_build_object('name', a.name, 'name_ar', a.name_ar) order by x.position)
        from family_axis x join attribute a on a.id = x.attribute_id where x.family_id = f.id) as axes,
      (select count(*) from product p where p.family_id = f.id and p.deleted_at is null) as products
    from family f join category c on c.id = f.category_id
    where ${all([
      ...(after === null ? [] : [sql`f.id < ${after}::bigint`]),
      ...(category ? [sql`c.name = ${category}`] : []),
      ...(words
        ? [sql`position(search_fold(${words}) in search_fold(f.name || ' ' || f.name_ar)) > 0`]
        : []),
    ])}
    order by f.id desc limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => writeCursor('families', [id]))
  return { families: page, nextCursor }
}

interface FamilyRow extends Omit<AdminFamily, 'products'> {
  products: StoredMember<AdminFamily['products'][number]>[] | null
}

export async function findFamily(db: Handle, id: number): Promise<AdminFamily | null> {
  const { rows } = await sql<FamilyRow>`
    select f.id, c.name as category, f.name, f.name_ar, f.version, ${AXES_OF_FAMILY} as axes, (
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'name_ar', m.name_ar, 'sku', m.sku,
        'price_cents', m.price_cents, 'quantity', m.on_hand - m.reserved,
        'picture_key', m.picture_key, 'values', v.as_json) order by v.places, m.id)
      from product m cross join lateral ${VALUES_OF_MEMBER} v
      where m.family_id = f.id and m.deleted_at is null
    ) as products
    from family f join category c on c.id = f.category_id where f.id = ${id}`.execute(db)
  const [row] = rows
  return row ? { ...row, products: (row.products ?? []).map(toMember) } : null
}

export interface LockedFamily extends Omit<AdminFamily, 'axes' | 'products'> {
  axes: number[]
  /** Ids of the family's non-deleted products, ascending. */
  products: number[]
}

/** Locks families, so that only one writer at a time changes their members; in id order, to prevent deadlocks. */
export async function lockFamilies(tx: Tx, ids: readonly number[]): Promise<LockedFamily[]> {
  await sql`select id from family where id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    tx,
  )
  // A separate statement, so that it sees changes committed while the lock was awaited.
  const { rows } = await sql<LockedFamily>`
    select f.id, c.name as category, f.name, f.name_ar, f.version,
      coalesce((select json_agg(attribute_id order by position) from family_axis
        where family_id = f.id), '[]') as axes,
      coalesce((select json_agg(id order by id) from product
        where family_id = f.id and deleted_at is null), '[]') as products
    from family f join category c on c.id = f.category_id
    where f.id = any(${[...ids]}::bigint[]) order by f.id`.execute(tx)
  return rows
}

export interface LockedMember {
  id: number
  name: string
  category: Category
  family_id: number | null
}

/** Locks non-deleted products, in id order. */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<LockedMember[]> {
  const { rows } = await sql<LockedMember>`
    with p as (
      select * from product where id = any(${[...ids]}::bigint[]) and deleted_at is null
      order by id for update
    )
    select p.id, p.name, c.name as category, p.family_id
    from p join category c on c.id = p.category_id order by p.id`.execute(tx)
  return rows
}

/** Ids of the families' non-deleted products; locks nothing. */
export async function productsOf(db: Handle, families: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product where family_id = any(${[...families]}::bigint[]) and deleted_at is null
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

export function insertFamily(tx: Tx, { category, name, name_ar }: NewFamily): Promise<number> {
  return insertRow(tx, 'family', { category_id: idOfCategory(category), name, name_ar })
}

/** Updates names and axes; `setProducts` writes the products. */
export async function updateFamily(
  tx: Tx,
  id: number,
  { name, name_ar, axes }: Pick<NewFamily, 'name' | 'name_ar' | 'axes'>,
): Promise<void> {
  await sql`
    update family set name = ${name}, name_ar = ${name_ar}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(tx)
  await sql`delete from family_axis where family_id = ${id}`.execute(tx)
  await sql`
    insert into family_axis (family_id, category_id, attribute_id, position)
    select f.id, f.category_id, axis.id, axis.place
    from family f, unnest(${[...axes]}::bigint[]) with ordinality as axis (id, place)
    where f.id = ${id}`.execute(tx)
}

/** Sets the family's products, which must be locked; deleted products stay in the family. */
export async function setProducts(tx: Tx, id: number, products: readonly number[]): Promise<void> {
  await sql`
    update product set version = version + 1, updated_at = now(),
      family_id = case when id = any(${[...products]}::bigint[]) then ${id}::bigint end
    where deleted_at is null
      and (family_id = ${id}) is distinct from (id = any(${[...products]}::bigint[]))
      and (family_id = ${id} or id = any(${[...products]}::bigint[]))`.execute(tx)
}

/** Deletes a family; its products, even deleted ones, then belong to no family. */
export async function removeFamily(tx: Tx, id: number): Promise<void> {
  await sql`update product set family_id = null where family_id = ${id}`.execute(tx)
  await sql`delete from family where id = ${id}`.execute(tx)
}

export interface Combination {
  family: number
  id: number
  name: string
  /** The product's value on each axis, as a string; null if it has none. */
  values: Array<string | null>
}

export async function findCombinations(
  db: Handle,
  families: readonly number[],
): Promise<Combination[]> {
  const { rows } = await sql<Combination>`
    select m.family_id as family, m.id, m.name, (
      select coalesce(json_agg(coalesce(v.choice_id::text, v.number::text, v.is_true::text)
        order by x.position), '[]')
      from family_axis x
      left join product_attribute v on v.attribute_id = x.attribute_id and v.product_id = m.id
      where x.family_id = m.family_id
    ) as values
    from product m
    where m.family_id = any(${[...families]}::bigint[]) and m.deleted_at is null
    order by m.id`.execute(db)
  return rows
}
