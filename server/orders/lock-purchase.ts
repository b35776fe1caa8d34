import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'

export type PurchaseOf = { orderId: number } | { purchaseId: number }

export function batchOf(of: PurchaseOf) {
  return 'orderId' in of
    ? sql<number>`(select batch_id from orders where id = ${of.orderId})`
    : sql<number>`${of.purchaseId}::bigint`
}

/** Locks all orders of a purchase in id order, like all code that locks several orders, to avoid deadlocks. */
export async function lockOrders(tx: Handle, of: PurchaseOf): Promise<void> {
  await sql`
    select id from orders where batch_id = ${batchOf(of)} order by id for no key update`.execute(tx)
}
