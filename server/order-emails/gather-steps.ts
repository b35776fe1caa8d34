/**
 * Groups order steps and low-stock alerts into email events: one event per recipient for all steps of one kind in a
 * purchase within a short time. The statement that writes the events deletes the steps, so none is lost or emailed
 * twice if a process dies.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { EMAIL_KINDS } from '#contract/admin.ts'
import { Id } from '#contract/schema.ts'
import { READS_ORDERS } from '../accounts/roles.ts'
import type { Handle } from '../platform/db/database.ts'
import { defineTopic, payloadOf } from '../platform/outbox/topics.ts'
import { KINDS } from './email-kinds.ts'

export const ORDER_EMAIL_TOPIC = defineTopic(
  'order-email',
  Type.Object({
    kind: Type.Enum(EMAIL_KINDS),
    readerId: Id,
    orderIds: Type.Array(Id),
    productIds: Type.Array(Id),
    /** The partial refunds that the email is about. */
    refundIds: Type.Optional(Type.Array(Id)),
  }),
)

export interface GatherTimes {
  /** How long to wait for another step of the same kind before the email is written, in seconds. */
  quiet: number
  /** The maximum time from the first step until the email is written, in seconds, even if more steps follow. */
  longest: number
}

/** Lets staff confirm the orders of a purchase one after another and still cause only one email. */
export const GATHER_TIMES: GatherTimes = { quiet: 5, longest: 60 }

export const GROUPS_AT_ONCE = 100

const STEPS = EMAIL_KINDS.map((kind) => KINDS[kind].step)

const KIND = sql`unnest(
  ${EMAIL_KINDS}::text[],
  ${STEPS}::text[],
  ${EMAIL_KINDS.map((kind) => KINDS[kind].to)}::text[]
) as kind (kind, step, audience)`

const PAYLOAD = payloadOf(ORDER_EMAIL_TOPIC, {
  kind: sql`kind.kind`,
  readerId: sql`reader.id`,
  orderIds: sql`order_ids`,
  productIds: sql`product_ids`,
  refundIds: sql`refund_ids`,
})

/**
 * Gathers at most `GROUPS_AT_ONCE` groups. Only one process gathers at a time, so that no group is split.
 * @returns how many groups were gathered.
 */
export async function gatherSteps(db: Handle, { quiet, longest }: GatherTimes): Promise<number> {
  const { rows } = await sql<{ groups: number }>`
    with turn as materialized (
      -- The lock's name keeps its old spelling: processes of the earlier version share it during a rolling update.
      select pg_try_advisory_xact_lock(hashtext('barq e-mail steps')) as is_mine
    ), due as (
      -- A step of a newer version waits for a process of that version.
      select step, purchase_id from email_step where step = any(${STEPS}::text[])
      group by step, purchase_id
      having max(at) <= now() - make_interval(secs => ${quiet})
        or min(at) <= now() - make_interval(secs => ${longest})
      order by min(id) limit ${GROUPS_AT_ONCE}
    ), taken as (
      delete from email_step using due, turn
      where turn.is_mine and email_step.step = due.step
        and email_step.purchase_id is not distinct from due.purchase_id
      returning email_step.*
    ), gathered as (
      select step, purchase_id, min(id) as first_id,
        coalesce(jsonb_agg(order_id order by order_id) filter (where order_id is not null), '[]')
          as order_ids,
        coalesce(jsonb_agg(refund_id order by refund_id) filter (where refund_id is not null), '[]')
          as refund_ids,
        coalesce(jsonb_agg(product_id order by product_id) filter (where product_id is not null), '[]')
          as product_ids
      from taken group by step, purchase_id
    ), written as (
      insert into outbox (topic, user_id, payload)
      select ${ORDER_EMAIL_TOPIC.name}, reader.id, ${PAYLOAD}
      from gathered join ${KIND} using (step) cross join lateral (
        select user_id as id from order_batch
        where audience = 'customer' and order_batch.id = purchase_id
        union all
        select id from app_user
        where audience = 'staff' and ${READS_ORDERS} and disabled_at is null
      ) reader
      order by first_id, reader.id
    )
    select count(*) as groups from gathered`.execute(db)
  return rows[0]?.groups ?? 0
}

/** The number of steps not yet in any email, for /metrics. */
export async function countSteps(db: Handle): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from email_step`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
