import { sql } from 'kysely'
import type { OrderState } from '#contract/order-moves.ts'
import type { Handle } from '../platform/db/database.ts'
import type { PaymentProvider } from './provider.ts'

export interface PayableOrder {
  id: number
  state: OrderState
  totalCents: number
  productName: string
}

/** Locks the order; null when it is not the owner's. */
export async function lockOrder(
  tx: Handle,
  ownerId: number,
  id: number,
): Promise<PayableOrder | null> {
  const { rows } = await sql<PayableOrder>`
    select id, state, total_cents as "totalCents", product_name as "productName"
    from orders where id = ${id} and user_id = ${ownerId} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** While a payment is under way nobody may cancel the order. */
export async function holdOrder(tx: Handle, id: number, minutes: number): Promise<void> {
  await sql`
    update orders set hold_expires_at = now() + make_interval(mins => ${minutes}) where id = ${id}`.execute(
    tx,
  )
}

/** The id of the order's live payment, made when there is none. */
export async function startPayment(
  tx: Handle,
  order: PayableOrder,
  provider: PaymentProvider['name'],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with started as (
      insert into payment (id, order_id, provider, amount_cents, state)
      values (gen_random_uuid(), ${order.id}, ${provider}, ${order.totalCents}, 'started')
      on conflict (order_id) where state in ('started', 'authorized', 'captured') do nothing
      returning id
    )
    select id from started
    union all
    select id from payment where order_id = ${order.id} and state in ('started', 'authorized')`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error(`order ${order.id} has no live payment although it is not paid`)
  return row.id
}

/** @returns the order of a payment that was under way until now, or null when it was settled. */
export async function capturePayment(tx: Handle, id: string, ref: string): Promise<number | null> {
  const { rows } = await sql<{ orderId: number }>`
    update payment set state = 'captured', provider_ref = ${ref}, updated_at = now()
    where id = ${id} and state in ('started', 'authorized')
    returning order_id as "orderId"`.execute(tx)
  return rows[0]?.orderId ?? null
}

export async function failPayment(db: Handle, id: string): Promise<void> {
  await sql`
    with failed as (
      update payment set state = 'failed', updated_at = now()
      where id = ${id} and state in ('started', 'authorized') returning order_id
    )
    update orders set hold_expires_at = null from failed where orders.id = failed.order_id`.execute(
    db,
  )
}

export async function lockOrderOfPayment(tx: Handle, paymentId: string): Promise<void> {
  await sql`
    select id from orders where id = (select order_id from payment where id = ${paymentId})
    for no key update`.execute(tx)
}

/** Payments that began more than `seconds` ago and were never settled. */
export async function findStuck(db: Handle, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where state = 'started'
      and created_at < now() - make_interval(secs => ${seconds}) order by created_at limit 50`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
