/** Changes the address of a placed order to a copy of one of its customer's addresses. */
import { sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import { copyOfAddress } from '../addresses/address-copy.ts'
import { reachedBy } from '../delivery/offered-methods.ts'
import type { Handle } from '../platform/db/database.ts'
import { orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
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
 * delivered or canceled. A trigger from migrations 0018 and 0031 enforces the same rule. The event is written in the
 * same statement. Setting the same address again changes nothing.
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
