/** SQL for the payment timer: unsettled payments, and refunds still owed. */
import { sql } from 'kysely'
import { REFUND_TOPICS } from '../orders/refund-topics.ts'
import type { Handle } from '../platform/db/database.ts'
import { BEGUN, type Begun } from './charges.store.ts'

/**
 * Claims unsettled charges that began, or were last checked, more than `seconds` ago, longest-waiting first, except
 * those postponed by `postponeCheck`, whose `checked_at` is in the future. Each charge is represented by its first
 * unsettled payment, so no two processes get the same charge.
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
        and not exists (
          select from payment earlier
          where earlier.charge_id = payment.charge_id and earlier.state = 'started'
            and earlier.order_id < payment.order_id
        )
      order by coalesce(checked_at, created_at) limit ${limit} for update skip locked
    ) returning ${BEGUN}`.execute(db)
  return rows
}

/**
 * Postpones the next check of a charge: first by an hour, then until the charge is twice as old, and at most by a
 * day.
 */
export async function postponeCheck(db: Handle, chargeId: string): Promise<void> {
  await sql`
    update payment set checked_at =
      now() + greatest(interval '1 hour', least(now() - created_at, interval '1 day'))
    where charge_id = ${chargeId}`.execute(db)
}

export async function resetPostponedChecks(db: Handle): Promise<void> {
  await sql`
    update payment set checked_at = null where state = 'started' and checked_at > now()`.execute(db)
}

/** Counts the charges and refunds that none of `providers` can settle. */
export async function countStranded(db: Handle, providers: readonly string[]) {
  const { rows } = await sql<{ payments: number; refunds: number }>`
    select (
      select count(distinct charge_id) from payment
      where state = 'started' and provider <> all(${providers}::text[])
    ) as payments, (
      select count(*) from outbox
      where topic = any(${REFUND_TOPICS}::text[]) and done_at is null
        and payload->>'provider' <> all(${providers}::text[])
    ) as refunds`.execute(db)
  return rows[0] ?? { payments: 0, refunds: 0 }
}

/** The number of unsettled charges that began more than `minutes` ago. */
export async function countUnsettled(db: Handle, minutes: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct charge_id) as count from payment
    where state = 'started' and created_at < now() - make_interval(mins => ${minutes})`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Retries refunds that the outbox dead-lettered: a provider may be unreachable, or without funds, for longer than the
 * attempts last. Refunds for a provider that is not set up wait until it is.
 */
export async function retryRefunds(
  db: Handle,
  providers: readonly string[],
  minutes: number,
): Promise<void> {
  await sql`
    update outbox set attempts = 0, available_at = now()
    where topic = any(${REFUND_TOPICS}::text[]) and done_at is null and attempts >= 10
      and payload->>'provider' = any(${providers}::text[])
      and available_at < now() - make_interval(mins => ${minutes})`.execute(db)
}
