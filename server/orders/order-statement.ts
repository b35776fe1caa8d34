/**
 * Placing an order is a single SQL statement, so it happens completely or not at all: it takes stock from locked rows,
 * copies their price and name, writes the ledger, the history and the event, and removes the ordered lines from the
 * cart.
 */
import { type RawBuilder, sql } from 'kysely'
import type { WayToPay } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { copyOfAddress } from '../addresses/address-copy.ts'
import { STOCK_LOW_TOPIC } from '../catalog/catalog.events.ts'
import { type CouponProblem, couponTerms, REDUCED_FEE, SHARES } from '../coupons/coupon-terms.ts'
import { COPY_OF_METHOD, IN_ORDER, offeredMethods } from '../delivery/offered-methods.ts'
import type { Handle } from '../platform/db/database.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { takesCash } from './cash-on-delivery.ts'
import { IS_CLOSED } from './maintenance.ts'
import { isChargeable } from './minimum-charge.ts'
import { ORDER_PLACED_TOPIC } from './orders.events.ts'
import { EVENT_COLUMNS, type EventRow, toOrders } from './orders.store.ts'
import type { Purchase } from './quote.ts'
import type { UnpaidLimit, UnpaidLimits } from './unpaid-limits.ts'

const PLACED = payloadOf(ORDER_PLACED_TOPIC, { orderId: sql`order_id` })
const LOW = payloadOf(STOCK_LOW_TOPIC, { productId: sql`locked.id` })

/** The client's request, which a repeated request must match. */
export interface Asked extends Purchase {
  note: string | null
  /** The total shown to the caller, in cents; the order is rejected if it differs. Null accepts any total. */
  totalCents: number | null
  payment: WayToPay
}

export interface Placing extends Asked {
  /** The request's Idempotency-Key; null if it has none. */
  key: string | null
  limits: UnpaidLimits | null
  /** The caller's IP address as `addressKey` returns it, stored if there are limits; null if unknown. */
  network: string | null
  addressRequired: boolean
  /** The payment provider's minimum charge, in cents; 0 if there is none. */
  minimumCents: number
}

export interface OrderRequest extends Placing {
  userId: number
  bodyHash: Uint8Array
  /** The product of each line, at the same index as in `quantities`. */
  productIds: number[]
  quantities: number[]
}

interface Locked {
  id: number
  name: string
  available: number
}

interface Found {
  limit: UnpaidLimit | 'closed' | null
  /** Whether the requested payment method is available. */
  isPayable: boolean
  /** In cents; null when no product was found, no shipping method is offered, or the chosen method is not offered. */
  total: number | null
  couponProblem: CouponProblem | null
  /** The coupon's minimum purchase, in cents; null if there is none. */
  couponLeast: number | null
}

interface Row extends Found {
  orders: EventRow[] | null
  products: Locked[] | null
  address: StoredAddress | null
}

export interface Attempt extends Found {
  orders: Order[] | null
  products: Locked[]
  hasAddress: boolean
}

interface CouponFragments {
  /** Common table expressions, each followed by a comma. */
  found: RawBuilder<unknown>
  used: RawBuilder<unknown>
  fee: RawBuilder<unknown>
  /** Condition: the coupon is valid, and the total can be charged; refers to `priced` and `method`. */
  holds: RawBuilder<unknown>
  discount: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  share: RawBuilder<unknown>
  problem: RawBuilder<unknown>
  least: RawBuilder<unknown>
}

/** Most orders have no coupon, so their statement is kept as short as possible. */
const NO_COUPON: CouponFragments = {
  found: sql``,
  used: sql``,
  fee: sql`method.cents`,
  holds: sql`true`,
  discount: sql`0`,
  columns: sql`null::bigint, null::jsonb, 0`,
  share: sql`0`,
  problem: sql`null::text`,
  least: sql`null::bigint`,
}

/**
 * To avoid deadlocks, locks the coupon after the products, as a cancellation does, and before this customer's own rows.
 * Checks the coupon once it is locked.
 */
function withCoupon(
  code: string,
  { userId, network, minimumCents }: OrderRequest,
): CouponFragments {
  const terms = couponTerms({
    code,
    userId,
    network,
    lines: sql`
      select line.position, line.product_id, locked.price_cents::bigint * line.quantity as cents
      from line join locked on locked.id = line.product_id`,
    lockedAfter: sql`(select count(*) >= 0 from locked)`,
  })
  const one = (what: RawBuilder<unknown>) => sql`(select ${what} from reduced)`
  const discount = one(sql`discount`)
  const total = sql`(priced.items - ${discount} + method.cents)`
  return {
    found: sql`${terms}, share as materialized (${SHARES}),`,
    used: sql`used as (
      update coupon set uses = reduced.uses + 1 from batch cross join reduced
      where coupon.id = reduced.id returning coupon.id
    ), used_by_customer as (
      insert into coupon_customer (coupon_id, user_id, uses)
      select used.id, ${userId}, 1 from used
      on conflict (coupon_id, user_id) do update set uses = coupon_customer.uses + 1
    ),`,
    fee: REDUCED_FEE,
    holds: sql`coalesce(${one(sql`problem is null`)}, false) and ${isChargeable(total, minimumCents)}`,
    discount,
    columns: sql`${one(sql`id`)}, ${one(sql`copy`)}, ${one(sql`discount`)}`,
    share: sql`coalesce((select cents from share where share.position = line.position), 0)`,
    problem: sql`(
      select case when count(*) = 0 then 'unknown' else max(problem) end from reduced)`,
    least: one(sql`least`),
  }
}

/** Orders all lines or none, and reports what it found. */
export async function orderAll(db: Handle, request: OrderRequest): Promise<Attempt> {
  const { userId, limits, network, key, bodyHash, productIds, quantities, addressId } = request
  const { deliveryId, totalCents, note, coupon, payment } = request
  const terms = coupon === null ? NO_COUPON : withCoupon(coupon, request)
  const total = sql`priced.items - ${terms.discount} + method.cents`
  const limit = limits
    ? sql`unpaid_limit(${userId}::bigint, ${network}::text, ${JSON.stringify(limits)}::jsonb,
        ${productIds}::bigint[], ${quantities}::integer[])`
    : sql`null::text`
  const { rows } = await sql<Row>`
    with line as (
      select * from unnest(${productIds}::bigint[], ${quantities}::integer[])
        with ordinality as line (product_id, quantity, position)
    ), wanted as (
      select product_id as id, sum(quantity)::integer as quantity from line group by product_id
    ), allowed as materialized (
      select case when ${IS_CLOSED} then 'closed' else ${limit} end as "limit"
    ), chosen as materialized (
      -- Locks the address after the account, like a change of its addresses, and before the products:
      -- closing the account locks an address, then orders, and a move locks an order, then its
      -- product. "allowed" is the outer row, so that no plan can lock the address before the account.
      select "limit", copy from allowed
      left join lateral (${copyOfAddress(userId, addressId, sql`allowed."limit" is null`)}) mine on true
    ), locked as (
      -- In id order, so that two orders of the same products never deadlock here.
      select p.id, p.name, p.name_ar, p.picture_key, p.price_cents,
        p.on_hand, p.reserved, p.on_hand - p.reserved as available
      from product p where p.id in (select id from wanted) and p.deleted_at is null
        and (select "limit" is null from chosen)
      order by p.id for no key update
    ), enough as (
      select from wanted left join locked using (id)
      having bool_and(coalesce(locked.available >= wanted.quantity, false))
    ), priced as materialized (
      -- From the locked rows: no price changes between this sum and the orders.
      select sum(locked.price_cents::bigint * line.quantity)::bigint as items, count(*) as orders
      from line join locked on locked.id = line.product_id
    ), ${terms.found} method as materialized (
      select ${terms.fee} as cents, ${COPY_OF_METHOD} as copy from priced cross join chosen
        cross join lateral (${offeredMethods(sql`priced.items`, sql`chosen.copy`)}) method
      where ${deliveryId === null ? sql`true` : sql`method.id = ${deliveryId}`}
      order by ${IN_ORDER} limit 1
    ), payable as materialized (
      select ${payment === 'online' ? sql`true` : takesCash(sql`(select ${total} from priced cross join method)`)} as by_then
    ), batch as (
      insert into order_batch (user_id, idempotency_key, body_hash, order_count, delivery_cents, delivery, note,
        coupon_id, coupon, discount_cents, payment)
      select ${userId}, ${key}::text, ${bodyHash}, priced.orders, method.cents, method.copy, ${note}::text,
        ${terms.columns}, ${payment}
      from enough cross join priced cross join method
      where ${needsAddress(request) ? sql`(select copy is not null from chosen)` : sql`true`}
        and ${terms.holds}
        and ${totalCents === null ? sql`true` : sql`${total} = ${totalCents}`}
        and (select by_then from payable)
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
        quantity, unit_price_cents, total_cents, network, delivery_address, address_at,
        discount_cents, payment)
      select batch.id, ${userId}, locked.id, locked.name, locked.name_ar, locked.picture_key,
        line.quantity, locked.price_cents, locked.price_cents::bigint * line.quantity, ${limits && network}::text,
        chosen.copy, case when chosen.copy is not null then now() end, ${terms.share}, ${payment}
      from batch cross join line join locked on locked.id = line.product_id cross join chosen
      order by line.position
      returning ${EVENT_COLUMNS}
    ), ${terms.used} reserved as (
      insert into stock_ledger (product_id, d_reserved, reason, order_id)
      select product_id, quantity, 'reserve', id from placed
    ), history as (
      insert into order_history (order_id, move, to_state, actor, actor_id)
      select id, 'place', state, 'customer', user_id from placed returning id, order_id
    ), event as (
      insert into outbox (topic, payload, history_id)
      select ${ORDER_PLACED_TOPIC.name}, ${PLACED}, id from history
    ), low as (
      -- Emitted only by the order with which the stock reaches or passes the threshold.
      insert into outbox (topic, payload)
      select ${STOCK_LOW_TOPIC.name}, ${LOW}
      from batch, shop_rules, wanted join locked using (id)
      where locked.available > low_stock and locked.available - wanted.quantity <= low_stock
    ), in_cart as (
      select product_id from cart_item
      where user_id = ${userId} and product_id in (select product_id from placed)
      order by product_id for update
    ), bought as (
      delete from cart_item where user_id = ${userId} and product_id in (select product_id from in_cart)
    )
    select (select json_agg(placed order by placed.id) from placed) as orders,
      (select json_agg(json_build_object('id', id, 'name', name, 'available', available)) from locked) as products,
      (select ${total} from priced cross join method) as total,
      ${terms.problem} as "couponProblem", ${terms.least} as "couponLeast",
      chosen."limit", chosen.copy as address,
      (select by_then from payable) as "isPayable" from chosen
    `.execute(db)
  const [row] = rows
  if (!row) throw new Error('the order statement returned no row')
  const { orders, products, address, ...found } = row
  return {
    ...found,
    orders: orders && toOrders(orders, address),
    products: products ?? [],
    hasAddress: address !== null,
  }
}

/** Whether the order is rejected if the address is not found. */
export function needsAddress({ addressId, addressRequired }: OrderRequest): boolean {
  return addressRequired || addressId !== null
}
