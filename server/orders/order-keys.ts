/** Idempotency keys of orders: a repeated request is answered like the first one. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import type { Handle } from '../platform/db/database.ts'
import { invalid } from '../platform/http/shop-error.ts'
import type { Asked, OrderRequest } from './order-statement.ts'
import { type OrderRow, toOrder } from './orders.store.ts'

const KEY_LIFE_HOURS = 24

type Keyed = Pick<OrderRequest, 'userId' | 'key' | 'bodyHash'>

/**
 * Hash of the client's request. Null fields and the payment method `online` are left out, since the hashes that earlier
 * versions stored must still match.
 */
export function hashOf({
  lines,
  addressId,
  deliveryId,
  coupon,
  totalCents,
  note,
  payment,
}: Asked): Buffer {
  const chosen = Object.entries({
    addressId,
    deliveryId,
    coupon,
    totalCents,
    note,
    ...(payment === 'cash' && { payment }),
  }).filter(([, value]) => value !== null)
  const body = chosen.length === 0 ? lines : { lines, ...Object.fromEntries(chosen) }
  return createHash('sha256').update(JSON.stringify(body)).digest()
}

/**
 * The first answer for the key, in which only the address and the discount may be newer; null if there is no key, or
 * the key is new or has expired.
 * @throws ShopError `invalid` when the key was used with a different body.
 */
export async function findEarlier(
  db: Handle,
  { userId, key, bodyHash }: Keyed,
): Promise<Order[] | null> {
  if (key === null) return null
  const { rows } = await sql<OrderRow & { is_same: boolean }>`
    select orders.*, orders.created_at as updated_at, 'pending' as state, null as confirmed_at,
      null as paid_at, null as delivered_at, null as canceled_at, null as sent_at, null::bigint as parcel_id,
      batch.body_hash = ${bodyHash} as is_same
    from order_batch batch join orders on orders.batch_id = batch.id
    where batch.user_id = ${userId} and batch.idempotency_key = ${key}
      and batch.created_at > now() - make_interval(hours => ${KEY_LIFE_HOURS})
    order by orders.id`.execute(db)
  if (rows.length === 0) return null
  if (!rows[0]?.is_same) {
    throw invalid({ 'Idempotency-Key': ['error.keyUsed'] })
  }
  return rows.map(toOrder)
}

/** Releases the key if it has expired but a purchase still holds it. @returns whether the key was released. */
export async function freeExpiredKey(db: Handle, { userId, key }: Keyed): Promise<boolean> {
  if (key === null) return false
  const { rows } = await sql`
    update order_batch set idempotency_key = null
    where user_id = ${userId} and idempotency_key = ${key}
      and created_at <= now() - make_interval(hours => ${KEY_LIFE_HOURS})
    returning id`.execute(db)
  return rows.length === 1
}
