/** SQL for compatibility. The functions of migration 0035 decide which accessory fits which device. */
import { sql } from 'kysely'
import type { AdminFits, FitChoices, FitInput } from '#contract/admin.ts'
import type { Product } from '#contract/catalog.ts'
import type { Fit, FitRow } from '#contract/fits.ts'
import { FITTING_MAX } from '#contract/limits.ts'
import { toJson } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { PRODUCT_COLUMNS, type ProductRow, toProduct } from '../catalog.store.ts'

/** The pairs of `accessories` and `devices` that are known to fit, or not to fit. */
export async function findAnswers(
  db: Handle,
  accessories: readonly number[],
  devices: readonly number[],
): Promise<Fit[]> {
  const { rows } = await sql<Fit>`
    select product_id as product, device_id as device, fits
    from fit_answers(${[...accessories]}::bigint[], ${[...devices]}::bigint[])
    order by product_id, device_id`.execute(db)
  return rows
}

/** Ids of the accessories that fit a device and are shown in the shop. */
export async function findFittingIds(db: Handle, device: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id), '{}')::float8[] as ids
    from fitting_products(${device}) as id`.execute(db)
  return rows[0]?.ids ?? []
}

/**
 * The accessories that fit a device, up to FITTING_MAX, with each family represented by its best offer. Accessories
 * whose rows name the device or its family come first, starting with those that name the fewest devices and families;
 * accessories that fit by a rule follow. Ties are broken by sales.
 * @returns the accessories and, as `total`, their number before the limit.
 */
export async function findFitting(
  db: Handle,
  device: number,
): Promise<{ accessories: Product[]; total: number }> {
  const { rows } = await sql<ProductRow & { total: number }>`
    with fitting as (
      select p.id, p.on_hand > p.reserved as in_stock, p.price_cents, coalesce(p.family_id, -p.id) as group_id,
        sum(p.sold) over (partition by coalesce(p.family_id, -p.id)) as sold,
        case when exists (
          select from fit f where f.product_id = p.id
            and (f.device_id = device.id or f.family_id = device.family_id)
        ) then (
          select count(*) from fit f
          where f.product_id = p.id and num_nonnulls(f.device_id, f.family_id) > 0
        ) end as named
      from fitting_products(${device}) as found join product p on p.id = found
      join product device on device.id = ${device}
    ), offer as (
      select distinct on (group_id) * from fitting order by group_id, in_stock desc, price_cents, id
    ), best as (
      select *, count(*) over () as total from offer
      order by named nulls last, sold desc, id desc limit ${FITTING_MAX}
    )
    select ${PRODUCT_COLUMNS}, best.total
    from best join product p on p.id = best.id join category c on c.id = p.category_id
    order by best.named nulls last, best.sold desc, best.id desc`.execute(db)
  return { accessories: rows.map(toProduct), total: rows[0]?.total ?? 0 }
}

interface StoredFit extends FitRow {
  /** Whether the shop still shows the device; true for a row without a device. */
  isShown: boolean
}

/** An accessory's compatibility rows: devices, then families, then rules, each in the order set by staff. */
export async function findRows(db: Handle, productId: number): Promise<StoredFit[]> {
  const { rows } = await sql<StoredFit>`
    select
      case when d.id is not null
        then json_build_object('id', d.id, 'name', d.name, 'name_ar', d.name_ar) end as device,
      case when m.id is not null
        then json_build_object('id', m.id, 'name', m.name, 'name_ar', m.name_ar) end as family,
      coalesce((
        select json_agg(json_build_object(
          'attribute', json_build_object('id', a.id, 'name', a.name, 'name_ar', a.name_ar,
            'kind', a.kind, 'unit', a.unit, 'unit_ar', a.unit_ar),
          'choice', case when o.id is not null
            then json_build_object('id', o.id, 'name', o.name, 'name_ar', o.name_ar) end,
          'is_true', r.is_true, 'min', r.min_number, 'max', r.max_number
        ) order by a.position, a.id)
        from fit_condition r join attribute a on a.id = r.attribute_id
        left join attribute_choice o on o.id = r.choice_id
        where r.fit_id = f.id
      ), '[]'::json) as conditions,
      d.deleted_at is null as "isShown"
    from fit f left join product d on d.id = f.device_id left join family m on m.id = f.family_id
    where f.product_id = ${productId}
    order by f.device_id is null, f.family_id is null, f.id`.execute(db)
  return rows
}

/** The families, at most 1,000, and the attributes that a row may refer to. */
export async function findChoices(db: Handle): Promise<FitChoices> {
  const { rows: families } = await sql<FitChoices['families'][number]>`
    select id, name, name_ar from family order by name, id limit 1000`.execute(db)
  const { rows: attributes } = await sql<FitChoices['attributes'][number]>`
    select a.id, a.name, a.name_ar, a.kind, a.unit, a.unit_ar, c.name as category,
      coalesce((
        select json_agg(json_build_object('id', o.id, 'name', o.name, 'name_ar', o.name_ar)
          order by o.position, o.id)
        from attribute_choice o where o.attribute_id = a.id
      ), '[]'::json) as choices
    from attribute a join category c on c.id = a.category_id
    where c.name <> 'Accessories' and a.kind <> 'text'
    order by c.position, a.position, a.id`.execute(db)
  return { families, attributes }
}

export interface FitSubject extends AdminFits {
  deleted: boolean
}

export async function findSubject(
  db: Handle,
  id: number,
): Promise<Omit<FitSubject, 'rows'> | null> {
  const { rows } = await sql<Omit<FitSubject, 'rows'>>`
    select json_build_object('id', p.id, 'name', p.name, 'name_ar', p.name_ar,
        'category', c.name) as product,
      p.version, p.fits_only, p.deleted_at is not null as deleted
    from product p join category c on c.id = p.category_id where p.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locks products in id order, as orders do, so that no device is deleted while rows referring to it are written. */
export async function lockProducts(tx: Handle, ids: readonly number[]): Promise<void> {
  await sql`
    select id from product where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx)
}

/** @returns the `ids` that belong to devices, including deleted ones. */
export async function findDevices(tx: Handle, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from product p join category c on c.id = p.category_id
    where p.id = any(${[...ids]}::bigint[]) and c.name <> 'Accessories'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks families until the transaction ends. @returns the `ids` that exist. */
export async function holdFamilies(tx: Handle, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from family where id = any(${[...ids]}::bigint[]) order by id for key share`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Replaces a locked accessory's compatibility rows, sets its `fits_only`, and increments its version. */
export async function replaceRows(
  tx: Handle,
  productId: number,
  { rows, fits_only }: { rows: readonly FitInput[]; fits_only: boolean },
): Promise<void> {
  await sql`delete from fit where product_id = ${productId}`.execute(tx)
  const wanted = rows.map((row, index) => ({ conditions: [], ...row, place: index + 1 }))
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${toJson(wanted)}::text::jsonb)
        as w (place integer, device bigint, family bigint, conditions jsonb)
    ), added as (
      insert into fit (product_id, device_id, family_id)
      select ${productId}, device, family from wanted order by place returning id
    ), placed as (
      select id, row_number() over (order by id) as place from added
    )
    insert into fit_condition (fit_id, attribute_id, choice_id, is_true, min_number, max_number)
    select placed.id, c.attribute, c.choice, c.is_true, c.min, c.max
    from placed join wanted using (place) cross join jsonb_to_recordset(wanted.conditions)
      as c (attribute bigint, choice bigint, is_true boolean, min float8, max float8)`.execute(tx)
  await sql`
    update product set fits_only = ${fits_only}, version = version + 1, updated_at = now()
    where id = ${productId}`.execute(tx)
}
