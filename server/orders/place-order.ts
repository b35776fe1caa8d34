/**
 * Placing an order is one SQL statement, so it happens completely or not at all: stock is taken
 * from locked rows, price and name are copied from them, the ledger, the history and the event are
 * written, and the ordered lines are removed from the cart.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LOW_STOCK } from '#contract/limits.ts'
import type { Order } from '#contract/orders.ts'
import { toId } from '#contract/schema.ts'
import { copyOfAddress } from '../addresses/address-copy.ts'
import { STOCK_LOW_TOPIC } from '../catalog/catalog.events.ts'
import { COPY_OF_WAY, IN_ORDER, offeredWays } from '../delivery/offered-ways.ts'
import { type Database, type Handle, withRetries } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { ORDER_PLACED_TOPIC } from './orders.events.ts'
import { type OrderRow, toOrder } from './orders.store.ts'
import { type Purchase, quotePurchase } from './quote.ts'
import { overLimit, type UnpaidLimit, type UnpaidLimits } from './unpaid-limits.ts'

const KEY_LIFE_HOURS = 24

/** Composed once and not at each order. */
const PLACED = payloadOf(ORDER_PLACED_TOPIC, { orderId: sql`order_id` })
const LOW = payloadOf(STOCK_LOW_TOPIC, { productId: sql`locked.id` })

interface Request {
  userId: number
  /** Null for none. */
  limits: UnpaidLimits | null
  /** The network key of the address, stored where there are limits; null for none. */
  network: string | null
  key: string | null
  bodyHash: Uint8Array
  productIds: number[]
  quantities: number[]
  /** Null for the default one. */
  addressId: number | null
  /** Whether nothing is ordered without an address. */
  addressRequired: boolean
  /** Null for the first way that reaches the address. */
  deliveryId: number | null
  /** Nothing is ordered for another sum; null for any. */
  totalCents: number | null
}

export interface Placing extends Purchase {
  /** The Idempotency-Key. */
  key: string | null
  /** Limits on unpaid orders; null for none. */
  limits: UnpaidLimits | null
  /** The caller's address as `addressKey` returns it; null when it is unknown. */
  network: string | null
  /** Whether a caller without an address cannot order. */
  addressRequired: boolean
  /** The total that the caller saw, in cents; null for a caller who asked for none. */
  totalCents: number | null
}

/**
 * Orders the lines, once per key: repeating a request within 24 hours returns the first answer.
 * @throws ShopError `forbidden` for an `orderBy` that is not the caller, `not_found` for an unknown
 *   product or address, `out_of_stock` with the short products, `price_changed` with a
 *   new quote, `unpaid_orders` and `too_many` beyond the limits, `invalid` when the key was used
 *   with another body, the caller has no address where one is required, or no delivery reaches it.
 */
export async function placeOrder(
  db: Database,
  caller: Caller,
  placing: Placing,
): Promise<{ orders: Order[]; isNew: boolean }> {
  const { lines, key, limits, network, addressId, deliveryId } = placing
  if (lines.some(({ orderBy }) => orderBy !== undefined && toId(orderBy) !== caller.id)) {
    throw new ShopError('forbidden', 'refusal.orderForAnother')
  }
  const request = {
    userId: caller.id,
    limits,
    network: limits && network,
    key,
    bodyHash: hashOf(placing),
    productIds: lines.map(({ Product }) => toId(Product)),
    quantities: lines.map(({ quantity }) => quantity ?? 1),
    addressId,
    addressRequired: placing.addressRequired,
    deliveryId,
    totalCents: placing.totalCents,
  }
  // The locks are taken in id order, yet an order can meet a deadlock: a line put into a cart holds
  // a key lock of the product, and a transaction that changes a row with several lockers also waits
  // for its earlier version.
  const outcome = await withRetries(() => orderAll(db.run, request))
  if (outcome.orders) return { orders: outcome.orders, isNew: true }
  // Not ordered: the key was already used, is held by an expired batch, a product is short, an
  // address or a delivery is missing, or the total is another one.
  const earlier = await findEarlier(db.run, request)
  if (earlier) return { orders: earlier, isNew: false }
  if (await freeExpiredKey(db.run, request)) return placeOrder(db, caller, placing)
  const reason = outcome.limit
    ? await overLimit(db.run, caller.id, outcome.limit)
    : (refusal(request, outcome) ?? (await priceChange(db.run, request, placing, outcome)))
  // Nothing prevents the order: a concurrent repetition has just freed the expired key and ordered.
  if (!reason) return placeOrder(db, caller, placing)
  throw reason
}

interface Locked {
  id: number
  name: string
  available: number
}

interface Attempt {
  orders: Order[] | null
  products: Locked[]
  limit: UnpaidLimit | null
  hasAddress: boolean
  /** In cents; null when no delivery reaches the address, or a product is missing. */
  total: number | null
}

async function orderAll(db: Handle, request: Request): Promise<Attempt> {
  const { userId, limits, network, key, bodyHash, productIds, quantities, addressId } = request
  const { deliveryId, totalCents } = request
  const limit = limits
    ? sql`unpaid_limit(${userId}::bigint, ${network}::text, ${JSON.stringify(limits)}::jsonb,
        ${productIds}::bigint[], ${quantities}::integer[])`
    : sql`null::text`
  const { rows } = await sql<{
    orders: OrderRow[] | null
    products: Locked[] | null
    limit: Attempt['limit']
    has_address: boolean
    total: number | null
  }>`
    with line as (
      select * from unnest(${productIds}::bigint[], ${quantities}::integer[])
        with ordinality as line (product_id, quantity, position)
    ), wanted as (
      select product_id as id, sum(quantity)::integer as quantity from line group by product_id
    ), allowed as materialized (
      select ${limit} as "limit"
    ), locked as (
      -- In id order, so that two orders of the same products never wait for each other in a ring.
      select p.id, p.name, p.name_ar, p.picture_key, p.price_cents,
        p.on_hand, p.reserved, p.on_hand - p.reserved as available
      from product p where p.id in (select id from wanted) and p.deleted_at is null
        and (select "limit" is null from allowed)
      order by p.id for no key update
    ), enough as (
      select from wanted left join locked using (id)
      having bool_and(coalesce(locked.available >= wanted.quantity, false))
    ), chosen as materialized (
      -- After the account, which a change of its addresses locks first, too.
      select copy from allowed cross join lateral (${copyOfAddress(userId, addressId)}) mine
      where "limit" is null
    ), priced as materialized (
      -- From the locked rows: no price changes between this sum and the orders.
      select sum(locked.price_cents::bigint * line.quantity)::bigint as items, count(*) as orders
      from line join locked on locked.id = line.product_id
    ), way as materialized (
      select way.cents, ${COPY_OF_WAY} as copy from priced left join chosen on true
        cross join lateral (${offeredWays(sql`priced.items`, sql`chosen.copy`)}) way
      where ${deliveryId === null ? sql`true` : sql`way.id = ${deliveryId}`}
      order by ${IN_ORDER} limit 1
    ), batch as (
      insert into order_batch (user_id, idempotency_key, body_hash, order_count, delivery_cents, delivery)
      select ${userId}, ${key}::text, ${bodyHash}, priced.orders, way.cents, way.copy
      from enough cross join priced cross join way
      where ${needsAddress(request) ? sql`exists (select from chosen)` : sql`true`}
        and ${totalCents === null ? sql`true` : sql`priced.items + way.cents = ${totalCents}`}
      on conflict (user_id, idempotency_key) do nothing
      returning id
    ), taken as (
      -- From the locked row: the constraint is first checked on the row as it was when the statement
      -- began, which may lack units that came in while it waited for the lock.
      update product p set on_hand = locked.on_hand, reserved = locked.reserved + wanted.quantity,
        updated_at = now()
      from batch, wanted join locked using (id) where p.id = wanted.id
    ), placed as (
      insert into orders (batch_id, user_id, product_id, product_name, product_name_ar, picture_key,
        quantity, unit_price_cents, total_cents, network, delivery_address, address_at)
      select batch.id, ${userId}, locked.id, locked.name, locked.name_ar, locked.picture_key,
        line.quantity, locked.price_cents, locked.price_cents::bigint * line.quantity, ${network}::text,
        chosen.copy, case when chosen.copy is not null then now() end
      from batch cross join line join locked on locked.id = line.product_id
        left join chosen on true
      order by line.position
      returning *
    ), reserved as (
      insert into stock_ledger (product_id, d_reserved, reason, order_id)
      select product_id, quantity, 'reserve', id from placed
    ), history as (
      insert into order_history (order_id, move, to_state, actor, actor_id)
      select id, 'place', state, 'customer', user_id from placed returning id, order_id
    ), event as (
      insert into outbox (topic, payload, history_id)
      select ${ORDER_PLACED_TOPIC.name}, ${PLACED}, id from history
    ), low as (
      -- Emitted once, by the order that takes the stock below the threshold.
      insert into outbox (topic, payload)
      select ${STOCK_LOW_TOPIC.name}, ${LOW}
      from batch, wanted join locked using (id)
      where locked.available > ${LOW_STOCK} and locked.available - wanted.quantity <= ${LOW_STOCK}
    ), in_cart as (
      select product_id from cart_item
      where user_id = ${userId} and product_id in (select product_id from placed)
      order by product_id for update
    ), bought as (
      delete from cart_item where user_id = ${userId} and product_id in (select product_id from in_cart)
    )
    select (select json_agg(placed order by placed.id) from placed) as orders,
      (select json_agg(json_build_object('id', id, 'name', name, 'available', available)) from locked) as products,
      (select "limit" from allowed), exists (select from chosen) as has_address,
      (select priced.items + way.cents from priced cross join way) as total
    `.execute(db)
  const [row] = rows
  return {
    orders: row?.orders?.map(toOrder) ?? null,
    products: row?.products ?? [],
    limit: row?.limit ?? null,
    hasAddress: row?.has_address ?? false,
    total: row?.total ?? null,
  }
}

/** Whether nothing is ordered when the address is not found. */
function needsAddress({ addressId, addressRequired }: Request): boolean {
  return addressRequired || addressId !== null
}

/** Of what the client asked for; what is not in the request is left out, as in earlier versions. */
function hashOf({ lines, addressId, deliveryId, totalCents }: Placing): Buffer {
  const chosen = Object.entries({ addressId, deliveryId, totalCents }).filter(
    ([, value]) => value !== null,
  )
  const body = chosen.length === 0 ? lines : { lines, ...Object.fromEntries(chosen) }
  return createHash('sha256').update(JSON.stringify(body)).digest()
}

/** The first answer to the key, as it was then; only the address may be a later one. */
async function findEarlier(
  db: Handle,
  { userId, key, bodyHash }: Request,
): Promise<Order[] | null> {
  if (key === null) return null
  const { rows } = await sql<OrderRow & { is_same: boolean }>`
    select orders.*, orders.created_at as updated_at, 'pending' as state, null as confirmed_at,
      null as paid_at, null as delivered_at, null as canceled_at, batch.body_hash = ${bodyHash} as is_same
    from order_batch batch join orders on orders.batch_id = batch.id
    where batch.user_id = ${userId} and batch.idempotency_key = ${key}
      and batch.created_at > now() - make_interval(hours => ${KEY_LIFE_HOURS})
    order by orders.id`.execute(db)
  if (rows.length === 0) return null
  if (!rows[0]?.is_same) {
    throw invalid({ 'Idempotency-Key': ['refusal.keyUsed'] })
  }
  return rows.map(toOrder)
}

/** @returns whether an expired batch still held the key. */
async function freeExpiredKey(db: Handle, { userId, key }: Request): Promise<boolean> {
  if (key === null) return false
  const { rows } = await sql`
    update order_batch set idempotency_key = null
    where user_id = ${userId} and idempotency_key = ${key}
      and created_at <= now() - make_interval(hours => ${KEY_LIFE_HOURS})
    returning id`.execute(db)
  return rows.length === 1
}

/** Why these products cannot be ordered, or null when they can. */
function refusal(request: Request, attempt: Attempt): ShopError | null {
  const { products: locked, hasAddress, total } = attempt
  const { productIds, quantities, addressId, deliveryId } = request
  const known = new Map(locked.map((product) => [product.id, product]))
  if (productIds.some((id) => !known.has(id))) return notFound()
  if (needsAddress(request) && !hasAddress) {
    return addressId === null ? invalid({ addressId: ['refusal.addressMissing'] }) : notFound()
  }
  const wanted = new Map<number, number>()
  for (const [index, id] of productIds.entries()) {
    wanted.set(id, (wanted.get(id) ?? 0) + (quantities[index] ?? 0))
  }
  const products = locked.filter(({ id, available }) => available < (wanted.get(id) ?? 0))
  if (products.length > 0) {
    return new ShopError('out_of_stock', 'refusal.outOfStock', { status: 409, products })
  }
  if (total !== null) return null
  return invalid({
    delivery: [deliveryId === null ? 'refusal.noDelivery' : 'refusal.deliveryGone'],
  })
}

/** Why this total cannot be ordered, with what it is now; null when the total is the requested one. */
async function priceChange(
  db: Handle,
  { userId, totalCents }: Request,
  purchase: Purchase,
  { total }: Attempt,
): Promise<ShopError | null> {
  if (totalCents === null || totalCents === total) return null
  const quote = await quotePurchase(db, userId, purchase)
  return new ShopError('price_changed', 'refusal.priceChanged', { status: 409, quote })
}
