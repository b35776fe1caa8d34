/** SQL for parcels. A parcel is a number shared by its orders, with a carrier and tracking details. */
import { sql } from 'kysely'
import type { AdminParcel } from '#contract/admin.ts'
import type { OrderState } from '#contract/order-moves.ts'
import type { Parcel } from '#contract/orders.ts'
import type { Handle } from '../platform/db/database.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { findOrdersOfParcel } from './admin-orders.store.ts'
import { IS_SENDABLE } from './cash-on-delivery.ts'
import { ORDER_UPDATED_TOPIC } from './orders.events.ts'
import { slipOf } from './packing-slips.store.ts'

export type ParcelFacts = Omit<Parcel, 'id'>
export const PARCEL_FACTS = ['carrier', 'tracking_number', 'tracking_url'] as const

export interface ToSend {
  id: number
  state: OrderState
  /** Why the order cannot be sent; null when it can. */
  why: 'state' | 'address' | null
  /** The customer and the address as JSON; equal for orders that can go in one parcel. */
  destination: string
}

/** Locks the orders in id order, ignoring ids that do not exist. */
export async function lockToSend(tx: Handle, ids: readonly number[]): Promise<ToSend[]> {
  const { rows } = await sql<ToSend>`
    select id, state,
      case when not ${IS_SENDABLE} or sent_at is not null or delivered_at is not null then 'state'
        when delivery_address is null then 'address' end as why,
      jsonb_build_array(user_id, delivery_address)::text as destination
    from orders where id = any(${[...ids]}::bigint[])
    order by id for no key update`.execute(tx)
  return rows
}

/**
 * Whether the purchase of any unpaid order among `ids` has a payment in progress or in review. The orders must be
 * locked: starting a payment also locks them, so this statement sees the payment.
 */
export async function isBeingPaid(tx: Handle, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from orders join orders other on other.batch_id = orders.batch_id
      join payment on payment.order_id = other.id
    where orders.id = any(${[...ids]}::bigint[]) and orders.state = 'confirm'
      and payment.state in ('started', 'authorized', 'review') limit 1`.execute(tx)
  return rows.length > 0
}

/** Assigns the next parcel number to locked orders. @returns the number. */
export async function writeParcel(
  tx: Handle,
  ids: readonly number[],
  { carrier, tracking_number, tracking_url }: ParcelFacts,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with parcel as (select nextval('parcel_number') as id)
    update orders set parcel_id = parcel.id, carrier = ${carrier}::text,
      tracking_number = ${tracking_number}::text, tracking_url = ${tracking_url}::text
    from parcel where orders.id = any(${[...ids]}::bigint[])
    returning parcel.id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a parcel must contain an order')
  return row.id
}

export async function findParcel(db: Handle, id: number): Promise<AdminParcel | null> {
  const orders = await findOrdersOfParcel(db, id)
  if (orders.length === 0) return null
  const { parcel, sent_at, ...contents } = await slipOf(db, orders)
  return parcel && sent_at !== null ? { ...parcel, sent_at, ...contents } : null
}

export async function lockParcel(tx: Handle, id: number): Promise<AdminParcel | null> {
  await sql`select id from orders where parcel_id = ${id} order by id for no key update`.execute(tx)
  return findParcel(tx, id)
}

export async function correctParcel(
  tx: Handle,
  id: number,
  { carrier, tracking_number, tracking_url }: ParcelFacts,
): Promise<void> {
  await sql`
    with corrected as (
      update orders set carrier = ${carrier}::text, tracking_number = ${tracking_number}::text,
        tracking_url = ${tracking_url}::text, updated_at = now()
      where parcel_id = ${id} returning id
    )
    insert into outbox (topic, payload)
    select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`id` })}
    from corrected order by id`.execute(tx)
}
