/** What the orders of a purchase share: delivery, coupon and the customer's note. */
import { sql } from 'kysely'
import { fromCents } from '#contract/money.ts'
import type { PurchaseFacts } from '#contract/orders.ts'
import { daysOf } from '../delivery/offered-methods.ts'
import type { Handle } from '../platform/db/database.ts'
import type { StoredCoupon, StoredDelivery } from '../platform/db/tables.ts'

interface Row {
  coupon: StoredCoupon | null
  discount_cents: number
  delivery_cents: number
  delivery: StoredDelivery | null
  note: string | null
}

/** Finds the facts of any customer's purchase, which must exist. */
export async function findPurchaseFacts(db: Handle, purchaseId: number): Promise<PurchaseFacts> {
  const { rows } = await sql<Row>`
    select delivery_cents, delivery, coupon, discount_cents, note from order_batch
    where id = ${purchaseId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`purchase ${purchaseId} does not exist`)
  const { delivery_cents, delivery, coupon, discount_cents, note } = row
  return {
    delivery: fromCents(delivery_cents),
    shippingMethod: delivery && {
      name: delivery.name,
      name_ar: delivery.name_ar,
      days: daysOf(delivery),
    },
    coupon: coupon?.code ?? null,
    discount: fromCents(discount_cents),
    note,
  }
}

/** The notes on the purchases of these orders, oldest first. */
export async function findNotes(db: Handle, orderIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ note: string }>`
    select note from order_batch
    where note is not null
      and id in (select batch_id from orders where id = any(${[...orderIds]}::bigint[]))
    order by id`.execute(db)
  return rows.map(({ note }) => note)
}

export async function findNotesOf(db: Handle, userId: number) {
  const { rows } = await sql<{ purchaseId: number; note: string }>`
    select id as "purchaseId", note from order_batch
    where user_id = ${userId} and note is not null order by id`.execute(db)
  return rows
}
