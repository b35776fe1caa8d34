/** The part of an invented past that is about goods and money: ledger, payments, ratings. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { bulkInsert, timestamp } from './bulk-insert.ts'
import type { Ids, StoreSettings } from './history-ids.ts'
import { type Past, timeOf } from './history-rows.ts'

export async function storeStock(
  tx: Handle,
  { stock }: Past,
  ids: Ids,
  { productIds, adminId }: StoreSettings,
  done: (count: number) => void,
): Promise<void> {
  const columns = {
    product_id: 'bigint',
    d_on_hand: 'integer',
    d_reserved: 'integer',
    reason: 'text',
    order_id: 'bigint',
    actor_id: 'bigint',
    at: 'timestamptz',
  }
  const rows = stock.map(({ product, order, onHand, reserved, reason, at }) => ({
    product_id: productIds[product],
    d_on_hand: onHand,
    d_reserved: reserved,
    reason,
    order_id: order === null ? null : ids.orders[order],
    actor_id: order === null ? adminId : null,
    at: timestamp(at),
  }))
  await bulkInsert(tx, 'stock_ledger', columns, rows, done)
}

export async function storePayments(
  tx: Handle,
  { orders, products, batches }: Past,
  ids: Ids,
  done: (count: number) => void,
): Promise<void> {
  const columns = {
    id: 'uuid',
    charge_id: 'uuid',
    order_id: 'bigint',
    provider: 'text',
    provider_ref: 'text',
    amount_cents: 'bigint',
    state: 'text',
    demo: 'boolean',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const rows = orders.flatMap((order, index) => {
    const paidAt = timeOf(order, 'pay')
    if (paidAt === null) return []
    const refundedAt = timeOf(order, 'refund')
    const isShared = (batches[order.batch]?.orders ?? 0) > 1
    const chargeId = uuidOf(isShared ? `charge ${order.batch}` : `payment ${index}`)
    return {
      id: uuidOf(`payment ${index}`),
      charge_id: chargeId,
      order_id: ids.orders[index],
      provider: 'sandbox',
      provider_ref: `demo-${chargeId}`,
      amount_cents: (products[order.product]?.priceCents ?? 0) * order.quantity,
      state: refundedAt === null ? 'captured' : 'refunded',
      demo: true,
      created_at: timestamp(paidAt),
      updated_at: timestamp(refundedAt ?? paidAt),
    }
  })
  await bulkInsert(tx, 'payment', columns, rows, done)
}

/** The demo customer's invoices, by the database's own function; those of others would take seconds. */
export async function storeInvoices(tx: Handle, customerId: number): Promise<void> {
  await sql`
    select write_invoice(charge_id, paid_at) from (
      select distinct charge_id, paid_at from payment join orders on orders.id = order_id
      where user_id = ${customerId} and payment.state = 'captured' order by paid_at
    ) paid`.execute(tx)
}

/** A version 8 UUID: derived from a name, and the same for the same place in the past. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`demo ${name}`).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}

export async function storeRatings(
  tx: Handle,
  { ratings }: Past,
  ids: Ids,
  { productIds }: StoreSettings,
): Promise<void> {
  const columns = {
    user_id: 'bigint',
    product_id: 'bigint',
    stars: 'integer',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const rows = ratings.map(({ customer, product, stars, at }) => ({
    user_id: ids.users[customer],
    product_id: productIds[product],
    stars,
    created_at: timestamp(at),
    updated_at: timestamp(at),
  }))
  await bulkInsert(tx, 'rating', columns, rows)
}
