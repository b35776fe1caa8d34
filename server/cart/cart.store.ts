import { sql } from 'kysely'
import type { CartItem } from '#contract/cart.ts'
import { QUANTITY_MAX } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { type Handle, withRetries } from '../platform/db/database.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { CART_ITEM_ADDED_TOPIC } from './cart.events.ts'

interface LineRow {
  id: number
  name: string
  name_ar: string
  description: string
  description_ar: string
  price_cents: number
  compare_at_cents: number | null
  picture_key: string | null
  user_id: number
  quantity: number
  is_read: boolean
  added_at: Date
}

/** The row of a product in stock when the account was closed meanwhile. */
type NoLine = Omit<LineRow, LinesOwn> & Record<LinesOwn, null>
type LinesOwn = 'quantity' | 'is_read' | 'added_at'

const LINE_COLUMNS = sql`
  p.id, p.name, p.name_ar, p.description, p.description_ar, p.price_cents, p.compare_at_cents,
  p.picture_key, p.user_id, line.quantity, line.is_read, line.added_at`

/** The product's cart line, or the reason why it was not added. */
export type Added = { line: CartItem } | { refused: 'not_found' | 'sold_out' | 'cart_full' }

const ADDED = payloadOf(CART_ITEM_ADDED_TOPIC, { productId: sql`line.product_id` })

/** The SQLSTATE that the database raises for a full cart; see migration 0008. */
const CART_FULL = 'BQ001'

/**
 * Adds one unit in one statement, so that the line, the customer's next event number and the event
 * row are written together or not at all. The customer's row is locked first, as everywhere, but
 * the line's key lock on the product can deadlock with an order of it. Not to be used in a
 * transaction.
 */
export async function addOne(db: Handle, userId: number, productId: number): Promise<Added> {
  const statement = sql<(LineRow | NoLine) & { sold_out: boolean }>`
    with p as (
      select * from product where id = ${productId} and deleted_at is null
    ), admitted as (
      select p.id from p where p.on_hand > p.reserved
    ), next as (
      update app_user set event_seq = event_seq + 1
      where id = ${userId} and deleted_at is null and exists (select from admitted)
      returning event_seq
    ), line as (
      insert into cart_item (user_id, product_id) select ${userId}, admitted.id from admitted, next
      on conflict (user_id, product_id) do update set
        quantity = least(cart_item.quantity + 1, ${QUANTITY_MAX}), is_read = false, added_at = now()
      returning *
    ), event as (
      insert into outbox (topic, user_id, seq, payload)
      select ${CART_ITEM_ADDED_TOPIC.name}, ${userId}, event_seq, ${ADDED}
      from next, line
    )
    select ${LINE_COLUMNS}, p.on_hand <= p.reserved as sold_out
    from p left join line on true`
  const { rows } = await withRetries(() => statement.execute(db)).catch(
    (error: { code?: string }) => {
      if (error.code === CART_FULL) return { rows: null }
      throw error
    },
  )
  if (rows === null) return { refused: 'cart_full' }
  const [row] = rows
  if (!row) return { refused: 'not_found' }
  if (row.sold_out) return { refused: 'sold_out' }
  return row.quantity === null ? { refused: 'not_found' } : { line: toCartItem(row) }
}

export async function findLines(db: Handle, userId: number): Promise<CartItem[]> {
  const { rows } = await sql<LineRow>`
    select ${LINE_COLUMNS}
    from cart_item line join product p on p.id = line.product_id
    where line.user_id = ${userId} and p.deleted_at is null
    order by line.added_at desc, p.id desc`.execute(db)
  return rows.map(toCartItem)
}

/** The key of a cart line: one per customer and product. */
export interface Place {
  customerId: number
  productId: number
}

/** The lines at these places, in the same order; null where there is none. */
export async function findLinesAt(
  db: Handle,
  places: readonly Place[],
): Promise<Array<CartItem | null>> {
  const { rows } = await sql<LineRow & { position: number }>`
    select place.position, ${LINE_COLUMNS}
    from unnest(${places.map((place) => place.customerId)}::bigint[], ${places.map((place) => place.productId)}::bigint[])
      with ordinality as place (user_id, product_id, position)
    join cart_item line on line.user_id = place.user_id and line.product_id = place.product_id
    join product p on p.id = line.product_id
    where p.deleted_at is null`.execute(db)
  const lines = new Map(rows.map((row) => [row.position, toCartItem(row)]))
  return places.map((_, index) => lines.get(index + 1) ?? null)
}

export async function setQuantity(
  db: Handle,
  userId: number,
  productId: number,
  quantity: number,
): Promise<CartItem | null> {
  const { rows } = await sql<LineRow>`
    update cart_item line set quantity = ${quantity}
    from product p
    where line.user_id = ${userId} and line.product_id = ${productId}
      and p.id = line.product_id and p.deleted_at is null
    returning ${LINE_COLUMNS}`.execute(db)
  return rows[0] ? toCartItem(rows[0]) : null
}

/** @returns whether the line existed. */
export async function removeLine(db: Handle, userId: number, productId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from cart_item where user_id = ${userId} and product_id = ${productId}
    returning product_id`.execute(db)
  return rows.length === 1
}

export async function markRead(db: Handle, userId: number, productIds: number[]): Promise<void> {
  // In id order, as orders lock their lines, so that two statements never deadlock.
  await sql`
    with line as (
      select product_id from cart_item
      where user_id = ${userId} and product_id = any(${productIds}::bigint[]) and not is_read
      order by product_id for update
    )
    update cart_item set is_read = true from line
    where cart_item.user_id = ${userId} and cart_item.product_id = line.product_id`.execute(db)
}

function toCartItem(row: LineRow): CartItem {
  const picture = row.picture_key && wirePictureUrl(row.picture_key)
  return {
    id: row.id,
    name: row.name,
    name_ar: row.name_ar,
    img: picture,
    profileImage: picture,
    price: fromCents(row.price_cents),
    compare_at_price: row.compare_at_cents === null ? null : fromCents(row.compare_at_cents),
    quantity: row.quantity,
    user_id: row.user_id,
    isRead: row.is_read,
    description: row.description,
    description_ar: row.description_ar,
    created_at: row.added_at.toISOString(),
  }
}
