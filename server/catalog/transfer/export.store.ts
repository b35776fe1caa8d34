import { sql } from 'kysely'
import type { AttributeKind } from '#contract/attributes.ts'
import type { Category } from '#contract/locale.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { EditableProduct } from '../manage/product-form.ts'

/** A product's value for an attribute, with names instead of ids. */
export interface ExportedValue {
  name: string
  kind: AttributeKind
  number: number | null
  is_true: boolean | null
  choice: string | null
  text: string | null
  text_ar: string | null
}

export interface ExportedFit {
  device: { id: number; sku: string | null } | null
  family: { id: number; name: string } | null
  conditions: Array<{
    category: Category
    attribute: string
    choice: string | null
    is_true: boolean | null
    min: number | null
    max: number | null
  }>
}

export interface ExportRow
  extends Omit<EditableProduct, 'brand_id' | 'sub_category_id' | 'attributes'> {
  id: number
  stock: number
  brand: string | null
  sub_category: string | null
  family: { id: number; name: string } | null
  attributes: ExportedValue[]
  fits: ExportedFit[]
  fits_only: boolean
}

export async function findForExport(
  db: Handle,
  afterId: number,
  limit: number,
): Promise<ExportRow[]> {
  return find(db, sql`p.id > ${afterId}::bigint and p.deleted_at is null`, limit)
}

export async function findExported(db: Handle, ids: readonly number[]): Promise<ExportRow[]> {
  return find(db, sql`p.id = any(${[...ids]}::bigint[])`, ids.length)
}

const ATTRIBUTES = sql`coalesce((
  select json_agg(json_build_object('name', a.name, 'kind', a.kind, 'number', v.number,
    'is_true', v.is_true, 'choice', o.name, 'text', v.text, 'text_ar', v.text_ar))
  from product_attribute v join attribute a on a.id = v.attribute_id
  left join attribute_choice o on o.id = v.choice_id
  where v.product_id = p.id and a.category_id = p.category_id
), '[]')`

/**
 * Column: what product `p` fits, as JSON. Leaves out deleted devices, which an empty shop could not resolve, and rows
 * that have lost their family or their conditions, because a family, attribute or choice was deleted or a unit changed.
 */
const FITS = sql`coalesce((
  select json_agg(json_build_object(
    'device', case when d.id is not null then json_build_object('id', d.id, 'sku', d.sku) end,
    'family', case when m.id is not null then json_build_object('id', m.id, 'name', m.name) end,
    'conditions', coalesce((
      select json_agg(json_build_object('category', k.name, 'attribute', a.name, 'choice', o.name,
        'is_true', r.is_true, 'min', r.min_number, 'max', r.max_number) order by a.position, a.id)
      from fit_condition r join attribute a on a.id = r.attribute_id
      join category k on k.id = a.category_id
      left join attribute_choice o on o.id = r.choice_id
      where r.fit_id = f.id
    ), '[]'::json)
  ) order by f.device_id is null, f.family_id is null, f.id)
  from fit f left join product d on d.id = f.device_id left join family m on m.id = f.family_id
  where f.product_id = p.id and d.deleted_at is null
    and (f.device_id is not null or f.family_id is not null
      or exists (select from fit_condition r where r.fit_id = f.id))
), '[]')`

async function find(
  db: Handle,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select p.id, p.sku, c.name as category, p.name, p.name_ar, p.description, p.description_ar,
      p.seller, p.seller_ar, p.price_cents, p.compare_at_cents, p.on_hand as stock,
      b.name as brand, s.name as sub_category,
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as family,
      p.specs, p.pictures, ${ATTRIBUTES} as attributes, ${FITS} as fits, p.fits_only
    from product p join category c on c.id = p.category_id
    left join brand b on b.id = p.brand_id
    left join sub_category s on s.id = p.sub_category_id
    left join family g on g.id = p.family_id
    where ${condition} order by p.id limit ${limit}`.execute(db)
  return rows
}
