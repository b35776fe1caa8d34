/** Says where an order goes after it was placed: a copy of one of its customer's addresses. */
import { sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import { copyOfAddress } from '../addresses/address-copy.ts'
import type { Handle } from '../platform/db/database.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { ORDER_UPDATED_TOPIC } from './orders.events.ts'
import { type OrderRow, toOrder } from './orders.store.ts'

interface Giving {
  userId: number
  orderId: number
  addressId: number
}

/**
 * Another address until the order is paid, a missing one until it is delivered or canceled; a
 * trigger of migration 0020 keeps the same rule. The event is written in the same statement.
 * @throws ShopError `not_found` for an order or an address of somebody else, `conflict`.
 */
export async function giveAddress(db: Handle, giving: Giving): Promise<Order> {
  const { userId, orderId, addressId } = giving
  const { rows } = await sql<OrderRow>`
    with chosen as materialized (${copyOfAddress(userId, addressId)}),
    given as (
      update orders set delivery_address = chosen.copy, address_at = now(),
        version = version + 1, updated_at = now()
      from chosen
      where orders.id = ${orderId} and user_id = ${userId} and (
        state in ('pending', 'confirm')
        or (state = 'complete' and delivered_at is null and delivery_address is null)
      )
      returning orders.*
    ), event as (
      insert into outbox (topic, payload)
      select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`id` })} from given
    )
    select * from given`.execute(db)
  if (rows[0]) return toOrder(rows[0])
  throw await refusal(db, giving)
}

async function refusal(db: Handle, { userId, orderId, addressId }: Giving): Promise<ShopError> {
  const { rows } = await sql<{ has_address: boolean }>`
    select exists (
      select from address where id = ${addressId} and user_id = ${userId}
    ) as has_address
    from orders where id = ${orderId} and user_id = ${userId}`.execute(db)
  return rows[0]?.has_address ? new ShopError('conflict', 'refusal.addressFixed') : notFound()
}
