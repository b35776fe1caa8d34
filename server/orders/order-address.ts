/** The address of a placed order: customers choose one of theirs, staff enter or correct it. */
import { type RawBuilder, sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import { copyOfAddress } from '../addresses/address-copy.ts'
import { reachedBy } from '../delivery/offered-methods.ts'
import { toJson } from '../platform/db/conditions.ts'
import type { Handle, Tx } from '../platform/db/database.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import { invalid, orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { lockOrders } from './lock-purchase.ts'
import { moneyOf } from './order-money.ts'
import { ORDER_UPDATED_TOPIC } from './orders.events.ts'
import { type OrderRow, toOrder } from './orders.store.ts'

interface AddressChange {
  userId: number
  orderId: number
  addressId: number
}

/**
 * An order's address can change until the order is paid or sent; an order without an address can get one until it is
 * delivered or canceled. A trigger from migrations 0018 and 0081 refuses what nobody may change. The event is written in
 * the same statement. Setting the same address again changes nothing.
 * @throws ShopError `conflict` if the address can no longer change, or the purchase's shipping method does not cover
 * the new address; `not_found` if the order or the address does not exist or is another customer's.
 */
export async function setAddress(db: Handle, change: AddressChange): Promise<Order> {
  const { userId, orderId, addressId } = change
  const { rows } = await sql<OrderRow>`
    with chosen as materialized (${copyOfAddress(userId, addressId)}),
    given as (
      update orders set delivery_address = chosen.copy, address_at = now(), updated_at = now()
      from chosen, order_batch
      where order_batch.id = orders.batch_id and ${reachedBy(sql`chosen.copy`)}
        and orders.id = ${orderId} and orders.user_id = ${userId}
        and delivery_address is distinct from chosen.copy and (
          (state in ('pending', 'confirm') and sent_at is null)
          or (state = 'complete' and delivered_at is null and delivery_address is null)
        )
      returning orders.*
    ), event as (
      insert into outbox (topic, payload)
      select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`id` })} from given
    )
    select *, ${moneyOf('given')} from given`.execute(db)
  return rows[0] ? toOrder(rows[0]) : unchanged(db, change)
}

/** The order, if it already has this address. @throws ShopError otherwise. */
async function unchanged(
  db: Handle,
  { userId, orderId, addressId }: AddressChange,
): Promise<Order> {
  const { rows } = await sql<OrderRow & { is_same: boolean; is_reached: boolean }>`
    select orders.*, ${moneyOf('orders')}, delivery_address is not distinct from chosen.copy as is_same,
      ${reachedBy(sql`chosen.copy`)} as is_reached
    from orders join order_batch on order_batch.id = orders.batch_id
      cross join (${copyOfAddress(userId, addressId)}) chosen
    where orders.id = ${orderId} and orders.user_id = ${userId}`.execute(db)
  const row = orNotFound(rows[0])
  if (!row.is_same && !row.is_reached) throw new ShopError('conflict', 'error.deliveryNotThere')
  if (!row.is_same) throw new ShopError('conflict', 'error.addressFixed')
  return toOrder(row)
}

/** Locks an order's account, then its purchase's orders, in the sequence in which closing the account locks them. */
export async function lockAddresses(tx: Tx, orderId: number): Promise<void> {
  await sql`
    select from app_user where id = (select user_id from orders where id = ${orderId}) for share`.execute(
    tx,
  )
  await lockOrders(tx, { orderId })
}

/**
 * Sets the address of an order, and of its purchase's orders with the same address or, like it, without one, as long as
 * they have not been sent. Once an order is paid, its address is replaced only by one in the same country or in the
 * country whose tax is on its invoice; a paid order without an address gets one in any country. A closed account's order
 * gets no address if it has none. Needs the locks of `lockAddresses`.
 * @returns the ids of the changed orders; none if the order already has this address.
 * @throws ShopError `not_found`; `conflict` if the address can no longer change, the account is closed, or the purchase's
 * shipping method does not cover the new address; `invalid` for a country that a paid order's address cannot be in.
 */
export async function correctAddress(
  tx: Tx,
  orderId: number,
  address: StoredAddress,
): Promise<number[]> {
  const copy = sql`${toJson(address)}::jsonb`
  const { rows } = await sql<{ id: number }>`
    with given as (
      update orders set delivery_address = ${copy}, address_at = now(), updated_at = now()
      from orders named join order_batch on order_batch.id = named.batch_id
        join app_user on app_user.id = named.user_id
      where named.id = ${orderId} and orders.batch_id = named.batch_id
        and orders.delivery_address is not distinct from named.delivery_address
        and orders.delivery_address is distinct from ${copy}
        and ${IS_OPEN} and ${HAS_RECIPIENT} and ${keepsCountry(copy)} and ${reachedBy(copy)}
      returning orders.id
    ), event as (
      insert into outbox (topic, payload)
      select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`id` })} from given
    )
    select id from given order by id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (!ids.includes(orderId)) await refuseCorrection(tx, orderId, copy)
  return ids
}

const IS_OPEN = sql<boolean>`(
  orders.state <> 'canceled' and orders.sent_at is null and orders.delivered_at is null)`

/** Closing an account erases its addresses, so its orders get no new one. */
const HAS_RECIPIENT = sql<boolean>`(
  orders.delivery_address is not null or app_user.deleted_at is null)`

/**
 * Condition on a row of `orders`: it is unpaid or has no address, or the new address is in the same country or in the
 * one whose tax is on the order's invoice.
 */
function keepsCountry(copy: RawBuilder<unknown>) {
  return sql<boolean>`(orders.state <> 'complete' or orders.delivery_address is null
    or orders.delivery_address ->> 'country' = ${copy} ->> 'country'
    or is_taxed_in(orders.id, ${copy} ->> 'country'))`
}

async function refuseCorrection(tx: Tx, orderId: number, copy: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<
    Record<'is_same' | 'is_open' | 'has_recipient' | 'keeps_country', boolean>
  >`
    select delivery_address is not distinct from ${copy} as is_same, ${IS_OPEN} as is_open,
      ${HAS_RECIPIENT} as has_recipient, ${keepsCountry(copy)} as keeps_country
    from orders join app_user on app_user.id = orders.user_id
    where orders.id = ${orderId}`.execute(tx)
  const { is_same, is_open, has_recipient, keeps_country } = orNotFound(rows[0])
  if (is_same) return
  if (!is_open) throw new ShopError('conflict', 'error.addressFixed')
  if (!has_recipient) throw new ShopError('conflict', 'error.addressOfClosed')
  if (!keeps_country) throw invalid({ country: ['error.addressCountry'] })
  throw new ShopError('conflict', 'error.deliveryNotThere')
}
