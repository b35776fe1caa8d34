import { type RawBuilder, sql } from 'kysely'
import type { CartItem } from '#contract/cart.ts'
import { ORDER_LINES_MAX, QUANTITY_MAX } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { PRICES_COLUMNS, type PricesRow, shownPrices } from '../catalog/prior-price.ts'
import { type Handle, withRetries } from '../platform/db/database.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { CART_ITEM_ADDED_TOPIC, CART_LINE_CHANGED_TOPIC } from './cart.events.ts'

interface LineRow extends PricesRow {
  id: number
  name: string
  name_ar: string
  description: string
  description_ar: string
  picture_key: string | null
  user_id: number
  quantity: number
  is_read: boolean
  added_at: Date
  /** The price in cents when the product was added; null if it was not recorded or the currency has changed since. */
  added_cents: number | null
}

/** The row returned when no line was written: the product is sold out, or the account was just closed. */
type NoLine = Omit<LineRow, LinesOwn> & Record<LinesOwn, null>
type LinesOwn = 'quantity' | 'is_read' | 'added_at' | 'added_cents'

const LINE_COLUMNS = sql`
  p.id, p.name, p.name_ar, p.description, p.description_ar, ${PRICES_COLUMNS},
  p.picture_key, p.user_id, line.quantity, line.is_read, line.added_at, line.added_cents`

type Found = (LineRow | NoLine) & { available: number; sold_out: boolean }

const AVAILABLE = sql`greatest(p.on_hand - p.reserved, 0)`

const ADDED = payloadOf(CART_ITEM_ADDED_TOPIC, { productId: sql`line.product_id` })
const changedTo = (quantity: RawBuilder<number>) =>
  payloadOf(CART_LINE_CHANGED_TOPIC, { productId: sql`line.product_id`, quantity })

/** The SQLSTATE that the database raises for a full cart; see migration 0008. */
const CART_FULL = 'BQ001'

/**
 * Adds one unit, up to `QUANTITY_MAX`. One statement writes the line, the customer's next event number and the event
 * row, or none of them. Must not run in a transaction, because deadlocks are retried: the customer's row is locked
 * first, as everywhere else, but the line's key lock on the product can deadlock with an order for that product.
 * @throws ShopError `not_found`, `sold_out`, `cart_full`.
 */
export async function addOne(db: Handle, userId: number, productId: number): Promise<CartItem> {
  const statement = sql<Found>`
    with p as (
      select * from product where id = ${productId} and deleted_at is null
    ), admitted as (
      select p.id, p.price_cents from p
      left join cart_item known on known.user_id = ${userId} and known.product_id = p.id
      where p.on_hand - p.reserved > least(coalesce(known.quantity, 0), ${QUANTITY_MAX - 1})
    ), next as (
      update app_user set event_seq = event_seq + 1
      where id = ${userId} and deleted_at is null and exists (select from admitted)
      returning event_seq
    ), line as (
      insert into cart_item (user_id, product_id, added_cents)
      select ${userId}, admitted.id, admitted.price_cents from admitted, next
      on conflict (user_id, product_id) do update set
        quantity = least(cart_item.quantity + 1, ${QUANTITY_MAX}), is_read = false, added_at = now(),
        added_cents = excluded.added_cents
      returning *
    ), event as (
      insert into outbox (topic, user_id, seq, payload)
      select ${CART_ITEM_ADDED_TOPIC.name}, ${userId}, event_seq, ${ADDED}
      from next, line
    )
    select ${LINE_COLUMNS}, ${AVAILABLE} as available, not exists (select from admitted) as sold_out
    from p left join line on true`
  const rows = await rowsUnlessFull(db, statement)
  if (!rows) throw cartFull()
  return changedLine(rows[0])
}

async function rowsUnlessFull<Row>(db: Handle, statement: RawBuilder<Row>): Promise<Row[] | null> {
  try {
    return (await withRetries(() => statement.execute(db))).rows
  } catch (error) {
    if ((error as { code?: string }).code === CART_FULL) return null
    throw error
  }
}

export const cartFull = () =>
  new ShopError('cart_full', { id: 'error.cartFull', values: { max: ORDER_LINES_MAX } })

function changedLine(row: Found | undefined): CartItem {
  if (!row) throw notFound()
  const { available: count, sold_out, ...line } = row
  if (sold_out) {
    const left = { id: 'error.onlyLeft', values: { count } } as const
    throw new ShopError('sold_out', count === 0 ? 'error.soldOut' : left)
  }
  if (line.quantity === null) throw notFound()
  return toCartItem(line)
}

export interface Wanted {
  productId: number
  quantity: number
}

/**
 * Adds lines and their events in one statement, like `addOne`. An existing line keeps the greater quantity, so that the
 * same lines can be resent if the response was lost. Quantities may exceed the stock, as in a cart whose products sell
 * out. If the cart has too little room, the first lines win.
 * @returns the ids of the products left out; null if another request filled the cart at the same time.
 */
export async function joinLines(
  db: Handle,
  userId: number,
  lines: readonly Wanted[],
): Promise<number[] | null> {
  const statement = sql<{ id: number }>`
    with wanted as (
      select id, max(quantity) as quantity, min(position) as position
      from unnest(${lines.map((line) => line.productId)}::bigint[], ${lines.map((line) => line.quantity)}::int[])
        with ordinality as line (id, quantity, position)
      group by id
    ), offered as (
      select p.id, p.price_cents, wanted.quantity, wanted.position, known.quantity as had
      from wanted join product p on p.id = wanted.id and p.deleted_at is null
      left join cart_item known on known.user_id = ${userId} and known.product_id = p.id
    ), chosen as (
      select id, price_cents, quantity, position from offered where had < quantity
      union all (
        select id, price_cents, quantity, position from offered where had is null order by position
        limit (select greatest(${ORDER_LINES_MAX} - count(*), 0) from cart_item where user_id = ${userId})
      )
    ), next as (
      update app_user set event_seq = event_seq + (select count(*) from chosen)
      where id = ${userId} and deleted_at is null and exists (select from chosen)
      returning event_seq
    ), line as (
      insert into cart_item (user_id, product_id, quantity, added_cents, added_at)
      -- A microsecond apart, because carts are sorted by this time.
      select ${userId}, chosen.id, chosen.quantity, chosen.price_cents,
        now() - chosen.position * interval '1 microsecond'
      from chosen, next
      order by chosen.id
      on conflict (user_id, product_id) do update set
        quantity = greatest(cart_item.quantity, excluded.quantity), is_read = false,
        added_at = excluded.added_at, added_cents = excluded.added_cents
      returning *
    ), event as (
      -- Oldest first, because pages put each line on top.
      insert into outbox (topic, user_id, seq, payload)
      select ${CART_ITEM_ADDED_TOPIC.name}, ${userId},
        event_seq - count(*) over () + row_number() over (order by line.added_at), ${ADDED}
      from next, line
      order by line.added_at
    )
    select id from wanted
    where id not in (select id from offered where had is not null)
      and id not in (select product_id from line)
    order by id`
  const rows = await rowsUnlessFull(db, statement)
  return rows?.map(({ id }) => id) ?? null
}

export async function findLines(db: Handle, userId: number): Promise<CartItem[]> {
  const { rows } = await sql<LineRow>`
    select ${LINE_COLUMNS}
    from cart_item line join product p on p.id = line.product_id
    where line.user_id = ${userId} and p.deleted_at is null
    order by line.added_at desc, p.id desc`.execute(db)
  return rows.map(toCartItem)
}

export interface Place {
  customerId: number
  productId: number
}

/** The cart line of each customer and product, in the order of `places`; null if there is none. */
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

/**
 * A quantity may be lowered even if it still exceeds the stock.
 * @throws ShopError `sold_out` when raising it above the stock; `not_found` if the product is not in the cart.
 */
export async function setQuantity(
  db: Handle,
  userId: number,
  productId: number,
  quantity: number,
): Promise<CartItem> {
  const { rows } = await sql<Found>`
    with p as (
      select product.*, known.quantity as before from product
      join cart_item known on known.product_id = product.id and known.user_id = ${userId}
      where product.id = ${productId} and deleted_at is null
    ), line as (
      update cart_item set quantity = ${quantity} from p
      where cart_item.user_id = ${userId} and product_id = p.id
        and (${quantity} <= before or ${quantity} <= ${AVAILABLE})
      returning cart_item.*
    ), event as (
      insert into outbox (topic, user_id, payload)
      select ${CART_LINE_CHANGED_TOPIC.name}, ${userId}, ${changedTo(sql`line.quantity`)}
      from line, p where line.quantity <> before
    )
    select ${LINE_COLUMNS}, ${AVAILABLE} as available, line.quantity is null as sold_out
    from p left join line on true`.execute(db)
  return changedLine(rows[0])
}

/** @returns whether the line existed. */
export async function removeLine(db: Handle, userId: number, productId: number): Promise<boolean> {
  const { rows } = await sql`
    with line as (
      delete from cart_item where user_id = ${userId} and product_id = ${productId}
      returning product_id
    ), event as (
      insert into outbox (topic, user_id, payload)
      select ${CART_LINE_CHANGED_TOPIC.name}, ${userId}, ${changedTo(sql`0`)} from line
    )
    select product_id from line`.execute(db)
  return rows.length === 1
}

export async function markRead(db: Handle, userId: number, productIds: number[]): Promise<void> {
  // Locked in id order, like order lines, so that two statements never deadlock.
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
    ...shownPrices(row),
    added_price: fromCents(row.added_cents ?? row.price_cents),
    quantity: row.quantity,
    user_id: row.user_id,
    isRead: row.is_read,
    description: row.description,
    description_ar: row.description_ar,
    created_at: row.added_at.toISOString(),
  }
}
