import { sql } from 'kysely'
import type { Category } from '#contract/locale.ts'
import { toJson } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { StoredPicture } from '../../platform/db/tables.ts'
import type { EditableProduct, ProductValues, StoredValue } from './product-form.ts'

export interface LockedProduct extends EditableProduct {
  id: number
  version: number
  deleted: boolean
  on_hand: number
  reserved: number
  family_id: number | null
}

/** Columns of an `EditableProduct`, from product `p` in category `c`. */
const EDITABLE = sql`
  p.sku, p.name, p.name_ar, p.description, p.description_ar, c.name as category, p.seller, p.seller_ar,
  p.price_cents, p.compare_at_cents, p.specs, p.pictures, p.brand_id, p.sub_category_id, coalesce((
    select json_agg(json_build_object('attribute', v.attribute_id, 'number', v.number,
      'is_true', v.is_true, 'choice', v.choice_id, 'text', v.text, 'text_ar', v.text_ar)
      order by v.attribute_id)
    from product_attribute v join attribute a on a.id = v.attribute_id
    where v.product_id = p.id and a.category_id = p.category_id
  ), '[]') as attributes`

/** Locks a product, even a deleted one, against edits, orders and deletion. @returns null if no product has the id. */
export async function lockForWrite(tx: Handle, id: number): Promise<LockedProduct | null> {
  // Joins the category after locking, since the product's category may change while the lock is awaited.
  const { rows } = await sql<LockedProduct>`
    with p as (select * from product where id = ${id} for update)
    select p.id, version, deleted_at is not null as deleted, on_hand, reserved, family_id, ${EDITABLE}
    from p join category c on c.id = p.category_id`.execute(tx)
  return rows[0] ?? null
}

/** A product to add. `id`, if set, is used instead of the next free id. */
export interface AddedProduct {
  values: ProductValues
  stock: number
  id?: number | null
}

/** The default seller of products: the shop. */
export async function findOwnSeller(
  tx: Handle,
): Promise<Pick<EditableProduct, 'seller' | 'seller_ar'> | undefined> {
  const { rows } = await sql<Pick<EditableProduct, 'seller' | 'seller_ar'>>`
    select names->>'name' as seller, names->>'name_ar' as seller_ar from shop_names() as names`.execute(
    tx,
  )
  return rows[0]
}

export async function setFamily(tx: Handle, id: number, family: number | null): Promise<void> {
  await sql`
    update product set family_id = ${family}::bigint, version = version + 1, updated_at = now()
    where id = ${id}`.execute(tx)
}

/**
 * Inserts products, each with its opening entry in the stock ledger. A single statement, because the triggers that
 * count words run once per statement.
 * @returns the ids, in the order of `products`.
 */
export async function insertProducts(
  tx: Handle,
  products: readonly AddedProduct[],
  ownerId: number,
): Promise<number[]> {
  const wanted = products.map(({ values, ...rest }, place) => ({ ...values, ...rest, place }))
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${toJson(wanted)}::text::jsonb) as w (place integer, sku text,
        category text, seller text, seller_ar text, name text, name_ar text, description text,
        description_ar text, price_cents integer, compare_at_cents integer, stock integer, specs jsonb,
        pictures jsonb, brand_id bigint, sub_category_id bigint, id bigint)
    ), numbered as materialized (
      select ordered.*,
        coalesce(id, nextval(pg_get_serial_sequence('product', 'id'))) as new_id
      from (select * from wanted order by place) ordered
    ), added as (
      insert into product (id, sku, category_id, user_id, seller, seller_ar, name, name_ar, description,
        description_ar, price_cents, compare_at_cents, on_hand, specs, pictures, brand_id,
        sub_category_id)
      overriding system value
      select new_id, sku, category.id, ${ownerId}, seller, coalesce(seller_ar, ''), numbered.name,
        numbered.name_ar, description, description_ar, price_cents, compare_at_cents, stock,
        coalesce(specs, '[]'), coalesce(pictures, '[]'), brand_id, sub_category_id
      from numbered join category on category.name = numbered.category order by place
      returning id, on_hand
    ), entry as (
      insert into stock_ledger (product_id, d_on_hand, reason, actor_id)
      select id, on_hand, 'initial', ${ownerId} from added
    )
    select added.id from added join numbered on numbered.new_id = added.id order by place`.execute(
    tx,
  )
  if (rows.length < products.length) throw new Error("a product's category does not exist")
  const ids = rows.map(({ id }) => id)
  const values = products.flatMap((product, at) =>
    (product.values.attributes ?? []).map((value) => ({ product: ids[at] ?? 0, ...value })),
  )
  if (values.length > 0) await saveValues(tx, values)
  return ids
}

/** Sets the product's values for attributes of its category, and removes its other values in that category. */
export async function writeValues(
  tx: Handle,
  product: number,
  values: readonly StoredValue[],
): Promise<void> {
  const kept = values.map(({ attribute }) => attribute)
  await sql`
    delete from product_attribute v using attribute a, product p
    where v.product_id = ${product} and p.id = v.product_id and a.id = v.attribute_id
      and a.category_id = p.category_id and a.id <> all(${kept}::bigint[])`.execute(tx)
  await saveValues(
    tx,
    values.map((value) => ({ product, ...value })),
  )
}

async function saveValues(
  tx: Handle,
  values: ReadonlyArray<StoredValue & { product: number }>,
): Promise<void> {
  await sql`
    insert into product_attribute as v (product_id, attribute_id, kind, number, is_true, choice_id,
      text, text_ar)
    select w.product, a.id, a.kind, w.number, w.is_true, w.choice, w.text, w.text_ar
    from jsonb_to_recordset(${toJson(values)}::text::jsonb) as w (product bigint, attribute bigint,
      number double precision, is_true boolean, choice bigint, text text, text_ar text)
    join attribute a on a.id = w.attribute
    on conflict (product_id, attribute_id) do update
    set kind = excluded.kind, number = excluded.number, is_true = excluded.is_true,
      choice_id = excluded.choice_id, text = excluded.text, text_ar = excluded.text_ar
    where (v.number, v.is_true, v.choice_id, v.text, v.text_ar) is distinct from (excluded.number,
      excluded.is_true, excluded.choice_id, excluded.text, excluded.text_ar)`.execute(tx)
}

export async function updateProduct(
  tx: Handle,
  id: number,
  values: EditableProduct,
): Promise<void> {
  await sql`
    update product set sku = ${values.sku}, name = ${values.name}, name_ar = ${values.name_ar},
      description = ${values.description}, description_ar = ${values.description_ar},
      category_id = (select id from category where name = ${values.category}),
      seller = ${values.seller}, seller_ar = ${values.seller_ar}, price_cents = ${values.price_cents},
      compare_at_cents = ${values.compare_at_cents}::integer,
      brand_id = ${values.brand_id}, sub_category_id = ${values.sub_category_id},
      specs = ${toJson(values.specs)}::text::jsonb, pictures = ${toJson(values.pictures)}::text::jsonb,
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(tx)
}

/**
 * Adds units; a negative change writes units off, unless orders have reserved them.
 * @returns whether the stock was changed.
 */
export async function addStock(
  tx: Handle,
  id: number,
  { change, note, actorId }: { change: number; note: string | null; actorId: number },
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update product set on_hand = on_hand + ${change}::integer,
        written_off = written_off + greatest(0, -(${change}::integer)), updated_at = now()
      where id = ${id} and deleted_at is null and on_hand + ${change}::integer >= reserved
      returning id
    )
    insert into stock_ledger (product_id, d_on_hand, reason, actor_id, note)
    select id, ${change}::integer, ${change > 0 ? 'restock' : 'write_off'}, ${actorId}, ${note}::text
    from changed returning id`.execute(tx)
  return rows.length === 1
}

/** Whether orders refer to the product. Lock it first, in its own statement, to see orders placed before the lock. */
export async function isOrdered(tx: Handle, id: number): Promise<boolean> {
  const { rows } = await sql`select from orders where product_id = ${id} limit 1`.execute(tx)
  return rows.length === 1
}

export async function setDeleted(tx: Handle, id: number, deleted: boolean): Promise<void> {
  await sql`
    update product set deleted_at = ${deleted ? sql`now()` : null}, version = version + 1,
      updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Deletes a product, which must have no orders, along with its ledger, ratings and cart items. */
export async function removeProduct(tx: Handle, id: number): Promise<void> {
  // Lets this transaction delete the product's ledger entries, which a trigger otherwise prevents.
  await sql`select set_config('barq.removed_product', ${String(id)}, true)`.execute(tx)
  await sql`delete from stock_ledger where product_id = ${id}`.execute(tx)
  await sql`delete from product where id = ${id}`.execute(tx)
}

export interface KnownProduct {
  id: number
  sku: string | null
  name: string
  category: Category
  price_cents: number
  deleted: boolean
  available: number
  pictures: StoredPicture[]
  /** Ids of the attributes that the product has values for. */
  attributes: number[]
  family_id: number | null
  /** Names of the attributes that are options of the product's family. */
  axes: string[]
}

/** Products with one of the ids or SKUs, including deleted products. */
export async function findKnown(
  db: Handle,
  ids: readonly number[],
  skus: readonly string[],
): Promise<KnownProduct[]> {
  const { rows } = await sql<KnownProduct>`
    select p.id, sku, p.name, c.name as category, price_cents, deleted_at is not null as deleted,
      on_hand - reserved as available, pictures, family_id,
      coalesce((
        select json_agg(attribute_id) from product_attribute where product_id = p.id
      ), '[]') as attributes,
      coalesce((
        select json_agg(a.name order by x.position)
        from family_axis x join attribute a on a.id = x.attribute_id
        where x.family_id = p.family_id
      ), '[]') as axes
    from product p join category c on c.id = p.category_id
    where p.id = any(${[...ids]}::bigint[]) or sku = any(${[...skus]}::text[])`.execute(db)
  return rows
}

/** The editable fields of products, including deleted ones. */
export async function findEditable(
  db: Handle,
  ids: readonly number[],
): Promise<Array<EditableProduct & { id: number; family_id: number | null }>> {
  const { rows } = await sql<EditableProduct & { id: number; family_id: number | null }>`
    select p.id, p.family_id, ${EDITABLE} from product p join category c on c.id = p.category_id
    where p.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}
