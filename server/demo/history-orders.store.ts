/** The part of an invented past that is purchases: batches, their orders and parcels. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { COPY_OF_WAY, IN_ORDER } from '../delivery/offered-ways.ts'
import type { Handle } from '../platform/db/database.ts'
import type { StoredDelivery } from '../platform/db/tables.ts'
import { bulkInsert, timestamp } from './bulk-insert.ts'
import type { Ids, StoreSettings } from './history-ids.ts'
import { type Past, type PastOrder, stateOf, timeOf } from './history-rows.ts'

export async function storeBatches(
  tx: Handle,
  { batches }: Past,
  ids: Ids,
  done: (count: number) => void,
): Promise<void> {
  const columns = {
    id: 'bigint',
    user_id: 'bigint',
    body_hash: 'bytea',
    order_count: 'integer',
    delivery: 'jsonb',
    payment: 'text',
    created_at: 'timestamptz',
  }
  const delivery = await findFirstWay(tx)
  const rows = batches.map(({ customer, orders, payment, at }, index) => ({
    id: ids.batches[index],
    user_id: ids.users[customer],
    body_hash: `\\x${createHash('sha256').update(`demo ${index}`).digest('hex')}`,
    order_count: orders,
    delivery,
    payment,
    created_at: timestamp(at),
  }))
  await bulkInsert(tx, 'order_batch', columns, rows, done)
}

/** The copy of the way that a fresh shop has, which is free. */
async function findFirstWay(tx: Handle): Promise<StoredDelivery | null> {
  const { rows } = await sql<{ copy: StoredDelivery }>`
    select ${COPY_OF_WAY} as copy from delivery_way way
    where way.deleted_at is null order by ${IN_ORDER} limit 1`.execute(tx)
  return rows[0]?.copy ?? null
}

export async function storeOrders(
  tx: Handle,
  { orders, batches, products, customers }: Past,
  ids: Ids,
  { productIds }: StoreSettings,
  done: (count: number) => void,
): Promise<void> {
  const columns = {
    id: 'bigint',
    batch_id: 'bigint',
    user_id: 'bigint',
    product_id: 'bigint',
    product_name: 'text',
    product_name_ar: 'text',
    picture_key: 'text',
    quantity: 'integer',
    unit_price_cents: 'integer',
    total_cents: 'bigint',
    payment: 'text',
    state: 'text',
    confirmed_at: 'timestamptz',
    paid_at: 'timestamptz',
    delivered_at: 'timestamptz',
    canceled_at: 'timestamptz',
    delivery_address: 'jsonb',
    address_at: 'timestamptz',
    sent_at: 'timestamptz',
    parcel_id: 'bigint',
    carrier: 'text',
    tracking_number: 'text',
    demo: 'boolean',
    version: 'integer',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const parcels = await takeParcels(tx, orders)
  const rows = orders.map((order, index) => {
    const product = products[order.product]
    const price = product?.priceCents ?? 0
    return {
      id: ids.orders[index],
      batch_id: ids.batches[order.batch],
      user_id: ids.users[order.customer],
      product_id: productIds[order.product],
      product_name: product?.name.en,
      product_name_ar: product?.name.ar,
      picture_key: product?.pictureKey,
      quantity: order.quantity,
      unit_price_cents: price,
      total_cents: price * order.quantity,
      payment: batches[order.batch]?.payment,
      state: stateOf(order),
      confirmed_at: timestamp(timeOf(order, 'confirm')),
      paid_at: timestamp(timeOf(order, 'pay')),
      delivered_at: timestamp(timeOf(order, 'deliver')),
      canceled_at: timestamp(timeOf(order, 'cancel') ?? timeOf(order, 'refund')),
      delivery_address: customers[order.customer]?.address,
      address_at: timestamp(timeOf(order, 'place')),
      ...parcelOf(order, parcels),
      demo: true,
      version: order.moves.length,
      created_at: timestamp(timeOf(order, 'place')),
      updated_at: timestamp(order.moves.at(-1)?.at ?? null),
    }
  })
  await bulkInsert(tx, 'orders', columns, rows, done)
}

/** A parcel for each batch that was sent; its orders travel together. */
async function takeParcels(tx: Handle, orders: readonly PastOrder[]): Promise<Map<number, number>> {
  const sent = [...new Set(orders.flatMap((o) => (timeOf(o, 'send') === null ? [] : [o.batch])))]
  const { rows } = await sql<{ id: number }>`
    select nextval('parcel_number') as id from generate_series(1, ${sent.length}::integer)`.execute(
    tx,
  )
  return new Map(sent.map((batch, index) => [batch, rows[index]?.id ?? 0]))
}

const CARRIER = 'Falcon Express'

function parcelOf(order: PastOrder, parcels: ReadonlyMap<number, number>) {
  const parcelId = parcels.get(order.batch)
  if (parcelId === undefined)
    return { sent_at: null, parcel_id: null, carrier: null, tracking_number: null }
  return {
    sent_at: timestamp(timeOf(order, 'send')),
    parcel_id: parcelId,
    carrier: CARRIER,
    tracking_number: `FX${String(70_410_000 + parcelId * 37)}`,
  }
}
