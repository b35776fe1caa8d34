import { sql } from 'kysely'
import type { OrderState } from '#contract/order-moves.ts'
import { isOverdue, prolonged } from '../orders/time-to-pay.ts'
import type { Handle } from '../platform/db/database.ts'
import { writeEvent } from '../platform/outbox/topics.ts'
import { REFUND_PAYMENT_TOPIC, type Started } from './provider.ts'
import { WITHOUT_MONEY } from './providers.ts'

export interface PayableOrder {
  id: number
  state: OrderState
  totalCents: number
  unitPriceCents: number
  quantity: number
  productName: string
  /** The time to pay for the order is over. */
  isOverdue: boolean
  /** The order received money that does not match its charge. */
  isInReview: boolean
}

/** A payment, and the provider that it began with. */
export interface Begun extends Started {
  provider: string
}

/**
 * Locks the order; returns null when it does not belong to the owner.
 * @param seconds the time to pay.
 */
export async function lockOrder(
  tx: Handle,
  ownerId: number,
  id: number,
  seconds: number,
): Promise<PayableOrder | null> {
  const { rows } = await sql<PayableOrder>`
    select id, state, total_cents as "totalCents", unit_price_cents as "unitPriceCents", quantity,
      product_name as "productName", ${isOverdue(seconds)} as "isOverdue",
      exists (select from payment where order_id = orders.id and state = 'review') as "isInReview"
    from orders where id = ${id} and user_id = ${ownerId} for no key update`.execute(tx)
  return rows[0] ?? null
}

/**
 * While a payment is under way the order cannot be cancelled. A payment that outlasts the time to
 * pay extends it; see time-to-pay.ts.
 * @param seconds the time to pay.
 */
export async function holdOrder(
  tx: Handle,
  id: number,
  { minutes, seconds }: { minutes: number; seconds: number },
): Promise<void> {
  const end = sql`now() + make_interval(mins => ${minutes})`
  await sql`
    update orders set hold_expires_at = ${end}, ${prolonged(end, seconds)} where id = ${id}`.execute(
    tx,
  )
}

/** The order must be locked, unpaid, and without a payment under way. */
export async function startPayment(
  tx: Handle,
  order: PayableOrder,
  provider: string,
): Promise<Begun> {
  const { rows } = await sql<Begun>`
    insert into payment (id, order_id, provider, amount_cents, state)
    values (gen_random_uuid(), ${order.id}, ${provider}, ${order.totalCents}, 'started')
    returning id as "paymentId", provider, provider_ref as ref, created_at as "startedAt"`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error(`the payment of order ${order.id} was not stored`)
  return row
}

export interface LockedPayment {
  id: string
  provider: string
  state: 'started' | 'authorized' | 'captured' | 'failed' | 'voided' | 'refunded' | 'review'
  amountCents: number
  orderId: number
  orderState: OrderState
  ageSeconds: number
  /** Another payment of the order is in review. */
  isInReview: boolean
  /** The order has another live payment. */
  hasRival: boolean
}

/** Locks the order before it reads the payment, as all code does, to avoid deadlocks. */
export async function lockPayment(tx: Handle, id: string): Promise<LockedPayment | null> {
  await sql`
    select id from orders where id = (select order_id from payment where id = ${id})
    for no key update`.execute(tx)
  const { rows } = await sql<LockedPayment>`
    select p.id, p.provider, p.state, p.amount_cents as "amountCents", o.id as "orderId",
      o.state as "orderState",
      extract(epoch from now() - p.created_at)::double precision as "ageSeconds",
      exists (select from payment where order_id = o.id and state = 'review') as "isInReview",
      exists (
        select from payment rival where rival.order_id = p.order_id and rival.id <> p.id
          and rival.state in ('started', 'authorized', 'captured')
      ) as "hasRival"
    from payment p join orders o on o.id = p.order_id where p.id = ${id} for update of p`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function setPaymentState(
  tx: Handle,
  id: string,
  state: LockedPayment['state'],
  ref: string | null = null,
): Promise<void> {
  await sql`
    update payment set state = ${state}, provider_ref = coalesce(${ref}::text, provider_ref),
      updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function keepRef(tx: Handle, id: string, ref: string): Promise<void> {
  await sql`
    update payment set provider_ref = ${ref}, updated_at = now()
    where id = ${id} and provider_ref is null`.execute(tx)
}

/** Ends payments of other providers that take no money, begun before the shop had this provider. */
export async function voidMoneyless(tx: Handle, orderId: number, provider: string): Promise<void> {
  await sql`
    update payment set state = 'voided', updated_at = now()
    where order_id = ${orderId} and provider = any(${WITHOUT_MONEY}::text[])
      and provider <> ${provider} and state in ('started', 'authorized')`.execute(tx)
}

/**
 * The payment of the order that is under way, or null; only of an order of `ownerId` when given.
 */
export async function findOpen(
  db: Handle,
  orderId: number,
  ownerId: number | null,
): Promise<Begun | null> {
  const { rows } = await sql<Begun>`
    select p.id as "paymentId", provider, provider_ref as ref, p.created_at as "startedAt"
    from payment p join orders o on o.id = p.order_id
    where order_id = ${orderId} and p.state in ('started', 'authorized')
      and ${ownerId === null ? sql`true` : sql`o.user_id = ${ownerId}`}`.execute(db)
  return rows[0] ?? null
}

/** Unless another payment of the order is in review. */
export async function freeOrder(tx: Handle, id: number): Promise<void> {
  await sql`
    update orders set hold_expires_at = null
    where id = ${id}
      and not exists (select from payment where order_id = ${id} and state = 'review')`.execute(tx)
}

/** Until somebody has checked its money. */
export async function holdForReview(tx: Handle, id: number): Promise<void> {
  await sql`update orders set hold_expires_at = 'infinity' where id = ${id}`.execute(tx)
}

export async function askForRefund(
  tx: Handle,
  { id, provider }: Pick<LockedPayment, 'id' | 'provider'>,
): Promise<void> {
  await writeEvent(tx, REFUND_PAYMENT_TOPIC, { paymentId: id, provider })
}

/**
 * Takes payments that began, or were last asked about, more than `seconds` ago and were never
 * settled. The longest wait comes first, and no two processes get the same payment. Payments that
 * `postponeCheck` postponed have a `checked_at` in the future.
 */
export async function claimStuck(
  db: Handle,
  providers: readonly string[],
  { seconds, limit }: { seconds: number; limit: number },
): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    update payment set checked_at = now() where id in (
      select id from payment where state = 'started' and provider = any(${providers}::text[])
        and coalesce(checked_at, created_at) < now() - make_interval(secs => ${seconds})
      order by coalesce(checked_at, created_at) limit ${limit} for update skip locked
    ) returning id as "paymentId", provider, provider_ref as ref, created_at as "startedAt"`.execute(
    db,
  )
  return rows
}

/**
 * Postpones the next question about a payment: first by an hour, then until it is twice as old, and
 * in the end by a day.
 */
export async function postponeCheck(db: Handle, id: string): Promise<void> {
  await sql`
    update payment set checked_at =
      now() + greatest(interval '1 hour', least(now() - created_at, interval '1 day'))
    where id = ${id}`.execute(db)
}

/** Makes all postponed payments due at once. */
export async function resetPostponedChecks(db: Handle): Promise<void> {
  await sql`
    update payment set checked_at = null where state = 'started' and checked_at > now()`.execute(db)
}

/** Counts what only other providers could settle. */
export async function countStranded(
  db: Handle,
  providers: readonly string[],
): Promise<{ payments: number; refunds: number }> {
  const { rows } = await sql<{ payments: number; refunds: number }>`
    select (
      select count(*) from payment
      where state = 'started' and provider <> all(${providers}::text[])
    ) as payments, (
      select count(*) from outbox
      where topic = ${REFUND_PAYMENT_TOPIC.name} and done_at is null
        and payload->>'provider' <> all(${providers}::text[])
    ) as refunds`.execute(db)
  return rows[0] ?? { payments: 0, refunds: 0 }
}

/** Payments begun longer ago than that and not settled. */
export async function countUnsettled(db: Handle, minutes: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment
    where state = 'started' and created_at < now() - make_interval(mins => ${minutes})`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findStarted(db: Handle, id: string): Promise<Started | null> {
  const { rows } = await sql<Started>`
    select id as "paymentId", provider_ref as ref, created_at as "startedAt"
    from payment where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * Refunds that the outbox dead-lettered: a provider may be unreachable, or without funds, for
 * longer than the attempts last. Refunds of a provider that is not set up wait until it is.
 */
export async function retryRefunds(
  db: Handle,
  providers: readonly string[],
  minutes: number,
): Promise<void> {
  await sql`
    update outbox set attempts = 0, available_at = now()
    where topic = ${REFUND_PAYMENT_TOPIC.name} and done_at is null and attempts >= 10
      and payload->>'provider' = any(${providers}::text[])
      and available_at < now() - make_interval(mins => ${minutes})`.execute(db)
}
