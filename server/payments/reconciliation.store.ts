import { sql } from 'kysely'
import type { PaymentDifferenceKind } from '#contract/admin.ts'
import type { Handle } from '../platform/db/database.ts'

/**
 * Begins a reconciliation unless the last one began within the last day, or within the last hour if it did not finish
 * or found differences.
 * @returns whether this process should run it.
 */
export async function beginComparison(db: Handle): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_comparison (began_at) values (now())
    on conflict (id) do update set began_at = now(), ended_at = null
    where payment_comparison.began_at < now() - case
      when payment_comparison.ended_at is null or exists (select from payment_difference)
      then interval '1 hour' else interval '1 day' end
    returning id`.execute(db)
  return rows.length > 0
}

/** A charge in the shop's ledger: the sums of its payments. */
export interface OurCharge {
  id: string
  orderId: number
  amountCents: number
  /** The amount that the shop still holds after refunds, including payments in review. */
  keptCents: number
  /** The amount refunded, or about to be. */
  refundedCents: number
  /** The number of refunds above zero. */
  refunds: number
  hasCaptured: boolean
  /** Whether the charge changed within the last hour: the provider may not have received the change yet. */
  isFresh: boolean
}

const HAS_MONEY = sql`state in ('captured', 'review', 'refunded')`
const RETURNED = sql`(
  select coalesce(sum(refund.amount_cents), 0) from refund where payment_id = payment.id)`

const SUMS = sql`charge_id as id, min(order_id) as "orderId",
  sum(amount_cents)::bigint as "amountCents",
  coalesce(sum(amount_cents - ${RETURNED}) filter (where ${HAS_MONEY}), 0)::bigint as "keptCents",
  coalesce(sum(${RETURNED}) filter (where ${HAS_MONEY}), 0)::bigint as "refundedCents",
  sum((select count(*) from refund where payment_id = payment.id and amount_cents > 0))::integer
    as "refunds",
  bool_or(state = 'captured') as "hasCaptured",
  max(updated_at) > now() - interval '1 hour' as "isFresh"`

export async function findCharges(db: Handle, ids: readonly string[]): Promise<OurCharge[]> {
  const { rows } = await sql<OurCharge>`
    select ${SUMS} from payment where charge_id = any(${[...ids]}::uuid[])
    group by charge_id`.execute(db)
  return rows
}

/**
 * The provider's charges in the shop's ledger, except demo data, that began between the two times and have a captured
 * payment.
 */
export async function findCaptured(
  db: Handle,
  { provider, from, to }: { provider: string; from: Date; to: Date },
): Promise<OurCharge[]> {
  const { rows } = await sql<OurCharge>`
    select ${SUMS} from payment
    where provider = ${provider} and created_at >= ${from} and created_at < ${to} and not demo
    group by charge_id having bool_or(state = 'captured')`.execute(db)
  return rows
}

/** `paymentId` is the id of the charge, which is also its payment's id unless several payments share the charge. */
export interface Difference {
  paymentId: string
  orderId: number | null
  kind: PaymentDifferenceKind
  oursCents: number | null
  theirsCents: number | null
}

/** Replaces the differences of the last reconciliation; a difference that remains keeps its `found_at`. */
export async function replaceDifferences(
  tx: Handle,
  differences: readonly Difference[],
  payments: number,
): Promise<void> {
  const column = <Key extends keyof Difference>(key: Key) => differences.map((one) => one[key])
  await sql`
    with current as (
      select * from unnest(${column('paymentId')}::uuid[], ${column('orderId')}::bigint[],
        ${column('kind')}::text[], ${column('oursCents')}::bigint[], ${column('theirsCents')}::bigint[])
        as d (payment_id, order_id, kind, ours_cents, theirs_cents)
    ), gone as (
      delete from payment_difference
      where (payment_id, kind) not in (select payment_id, kind from current)
    )
    insert into payment_difference (payment_id, order_id, kind, ours_cents, theirs_cents)
    select * from current
    on conflict (payment_id, kind) do update set
      ours_cents = excluded.ours_cents, theirs_cents = excluded.theirs_cents`.execute(tx)
  await sql`update payment_comparison set ended_at = now(), payments = ${payments}`.execute(tx)
}

export async function countDifferences(db: Handle): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment_difference`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The oldest differences, and when the last reconciliation ended; `comparedAt` is null if the reconciliation is still
 * running or failed, or none ever ran.
 */
export async function findDifferences(db: Handle, limit: number) {
  const { rows: runs } = await sql<{ comparedAt: Date | null }>`
    select ended_at as "comparedAt" from payment_comparison`.execute(db)
  const { rows } = await sql<Difference & { foundAt: Date }>`
    select payment_id as "paymentId", order_id as "orderId", kind, ours_cents as "oursCents",
      theirs_cents as "theirsCents", found_at as "foundAt"
    from payment_difference order by found_at, id limit ${limit}`.execute(db)
  return { comparedAt: runs[0]?.comparedAt ?? null, differences: rows }
}
