/** Idempotency keys for orders: a repeated request gets the same response as the first one. */
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
 * Hash of the client's request. Null fields and the payment method `online` are omitted, since hashes stored by earlier
 * versions must still match.
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
 * The first response for the key, in which only the address and the discount may be newer; null if the key is null, new
 * or expired.
 * @throws ShopError `invalid` if the key was used with a different body.
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
    throw invalid({ 'idempotency-key': ['error.keyUsed'] })
  }
  return rows.map(toOrder)
}

/** Releases an expired key that a purchase still holds. @returns whether the key was released. */
export async function freeExpiredKey(db: Handle, { userId, key }: Keyed): Promise<boolean> {
  if (key === null) return false
  const { rows } = await sql`
    update order_batch set idempotency_key = null
    where user_id = ${userId} and idempotency_key = ${key}
      and created_at <= now() - make_interval(hours => ${KEY_LIFE_HOURS})
    returning id`.execute(db)
  return rows.length === 1
}
