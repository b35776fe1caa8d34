import { type RawBuilder, sql } from 'kysely'
import type { OrderEvent } from '#contract/events.ts'
import { ORDERS_PAGE_MAX } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import type { WayToPay } from '#contract/order-moves.ts'
import type { Order, OrdersQuery, OrdersReply } from '#contract/orders.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { readDeliveryAddress, toDeliveryAddress } from '../addresses/address-text.ts'
import { opaqueToPlanner } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import { cutPage, readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyOf, type OrderMoney, toWireMoney } from './order-money.ts'
import { IS_NOT_HELD, isOverdue, type Seconds } from './time-to-pay.ts'

/** Columns of `orders`, from a row or from JSON, in which times are strings. */
export interface EventRow {
  id: number
  batch_id: number
  user_id: number
  product_id: number
  product_name: string
  product_name_ar: string
  picture_key: string | null
  quantity: number
  unit_price_cents: number
  total_cents: number
  discount_cents: number
  payment_method: string
  delivery_method: string
  state: Order['state']
  confirmed_at: Date | string | null
  paid_at: Date | string | null
  delivered_at: Date | string | null
  canceled_at: Date | string | null
  sent_at: Date | string | null
  parcel_id: number | null
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** Missing from the response to placing an order, since nothing has been paid yet. */
  money?: OrderMoney | null
  created_at: Date | string
  updated_at: Date | string
  payment: WayToPay
}

/** The columns of `EventRow`: a hundred orders are read twice as fast without their addresses. */
export const EVENT_COLUMNS = sql`id, batch_id, user_id, product_id, product_name,
  product_name_ar, picture_key, quantity, unit_price_cents, total_cents, discount_cents,
  payment_method, delivery_method, state, confirmed_at, paid_at, delivered_at, canceled_at, sent_at,
  parcel_id, carrier, tracking_number, tracking_url, created_at, updated_at, payment`

export interface OrderRow extends EventRow {
  delivery_address: StoredAddress | null
}

const OWN_ORDERS = 'own orders'

const MONEY = moneyOf('orders')

/** Newest first. @throws ShopError `invalid` for a cursor from a different list. */
export async function findOrders(
  db: Handle,
  userId: number,
  { limit = ORDERS_PAGE_MAX, cursor }: OrdersQuery = {},
): Promise<OrdersReply> {
  const after = readCursor(cursor, OWN_ORDERS, ['natural'])
  const { rows } = await sql<EventRow & { address: string | null }>`
    select ${EVENT_COLUMNS}, delivery_address::text as address, ${MONEY} from orders
    where user_id = ${userId} and ${after ? sql`id < ${after[0]}::bigint` : sql`true`}
    order by id desc limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => writeCursor(OWN_ORDERS, [id]))
  const purchases = await sql<{ id: number; delivery_cents: number }>`
    select id, delivery_cents from order_batch
    where id = any(${[...new Set(page.map(({ batch_id }) => batch_id))]}::bigint[]) order by id desc`.execute(
    db,
  )
  return {
    data: page.map((row) => ({
      ...toOrderEvent(row),
      address: row.address === null ? null : readDeliveryAddress(row.address),
    })),
    purchases: purchases.rows.map((row) => ({
      id: row.id,
      delivery: fromCents(row.delivery_cents),
    })),
    nextCursor,
  }
}

export async function findOrder(db: Handle, userId: number, id: number): Promise<Order | null> {
  const { rows } = await sql<OrderRow>`
    select *, ${MONEY} from orders where user_id = ${userId} and id = ${id}`.execute(db)
  return rows[0] ? toOrder(rows[0]) : null
}

export async function findPurchase(
  db: Handle,
  userId: number,
  purchaseId: number,
): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select *, ${MONEY} from orders where batch_id = ${purchaseId} and user_id = ${userId} order by id`.execute(
    db,
  )
  return rows.map(toOrder)
}

/**
 * Condition on a row of `orders`: no payment keeps the server from canceling it. A payment in progress does, even after
 * its hold has expired: after a clock jump, the provider's page may still be open, so the payment must be settled
 * first.
 */
export const IS_NOT_BEING_PAID = sql`(${IS_NOT_HELD} and not exists (
  select from payment where order_id = orders.id and payment.state in ('started', 'authorized')
))`

export const DUE_AT_ONCE = 50

/**
 * The ids of at most `DUE_AT_ONCE` orders to confirm, placed at least `seconds` ago; none if staff confirm orders. Demo
 * orders are left for staff to confirm.
 */
export async function findToConfirm(db: Handle, seconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders
    where state = 'pending' and not demo
      and created_at <= now() - make_interval(secs => ${seconds})
      and (select auto_confirm from shop_rules)
    order by created_at limit ${DUE_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Condition on a row of `orders`: the server should cancel it, because it has been pending for at least
 * `seconds.pending`, is overdue, or is unsent and of a closed account, which has no address to send it to. Excludes
 * demo orders. Does not repeat `IS_NOT_BEING_PAID`, which the move checks.
 */
export function isToCancel(seconds: { pending: number; confirmed: Seconds }): RawBuilder<boolean> {
  return sql`(state in ('pending', 'confirm') and not demo and (
    ${isOverdue(seconds.confirmed)} or
    (state = 'pending' and created_at <= now() - make_interval(secs => ${seconds.pending})) or
    (sent_at is null and exists (
      select from app_user where app_user.id = user_id and app_user.deleted_at is not null
    ))))`
}

/** The ids of at most `DUE_AT_ONCE` orders to cancel. Omits orders being paid, which could fill every batch. */
export async function findUnpaid(db: Handle, isDue: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where ${isDue} and ${IS_NOT_BEING_PAID}
    order by created_at limit ${DUE_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Orders of any customer in the form sent in events, keyed by id. */
export async function findOrderEvents(
  db: Handle,
  ids: readonly number[],
): Promise<Map<number, OrderEvent>> {
  const { rows } = await sql<{ events: EventRow[] | null }>`
    select json_agg(event) as events from (
      select ${EVENT_COLUMNS}, ${MONEY} from orders
      where id = any(${opaqueToPlanner(sql`${ids}::bigint[]`)}::bigint[])
    ) event`.execute(db)
  return new Map(rows[0]?.events?.map((row) => [row.id, withoutReasons(toOrderEvent(row))]))
}

export function toOrder(row: OrderRow): Order {
  const { delivery_address: address } = row
  return { ...toOrderEvent(row), address: address && toDeliveryAddress(address) }
}

export function toOrders(rows: readonly EventRow[], stored: StoredAddress | null): Order[] {
  const address = stored && toDeliveryAddress(stored)
  return rows.map((row) => ({ ...toOrderEvent(row), address }))
}

function withoutReasons(event: OrderEvent): OrderEvent {
  return { ...event, refunds: event.refunds.map((refund) => ({ ...refund, reason: null })) }
}

function toOrderEvent(row: EventRow): OrderEvent {
  const price = fromCents(row.unit_price_cents)
  const createdAt = iso(row.created_at)
  return {
    id: row.id,
    purchaseId: row.batch_id,
    dateOrder: createdAt,
    quantity: row.quantity,
    paymentMethod: row.payment_method,
    deliveryMethod: row.delivery_method,
    orderBy: row.user_id,
    Product: row.product_id,
    created_at: createdAt,
    updated_at: iso(row.updated_at),
    state: row.state,
    payment: row.payment,
    price,
    total: fromCents(row.total_cents),
    discount: fromCents(row.discount_cents),
    confirmed_at: row.confirmed_at && iso(row.confirmed_at),
    paid_at: row.paid_at && iso(row.paid_at),
    delivered_at: row.delivered_at && iso(row.delivered_at),
    canceled_at: row.canceled_at && iso(row.canceled_at),
    sent_at: row.sent_at && iso(row.sent_at),
    parcel: toParcel(row),
    ...toWireMoney(row.state, row.total_cents - row.discount_cents, row.money ?? null),
    product: {
      id: row.product_id,
      name: row.product_name,
      name_ar: row.product_name_ar,
      price,
      profileImage: row.picture_key && wirePictureUrl(row.picture_key),
    },
  }
}

function toParcel(row: EventRow): Order['parcel'] {
  const { parcel_id, carrier, tracking_number, tracking_url } = row
  return parcel_id === null ? null : { id: parcel_id, carrier, tracking_number, tracking_url }
}

function iso(time: Date | string): string {
  return new Date(time).toISOString()
}
