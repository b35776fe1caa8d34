import { sql } from 'kysely'
import type { Unversioned, Webhook, WebhookDelivery, WebhookForm } from '#contract/admin.ts'
import type { Handle, Tx } from '../platform/db/database.ts'
import { orNotFound } from '../platform/http/shop-error.ts'

/** All webhooks, the oldest first. */
export async function findWebhooks(db: Handle): Promise<Unversioned<Webhook>[]> {
  const { rows } = await sql<Unversioned<Webhook>>`
    select id, url, events, is_active, failure from webhook order by id`.execute(db)
  return rows
}

export async function findSecret(db: Handle, id: number): Promise<Uint8Array> {
  const { rows } = await sql<{ secret: Uint8Array }>`
    select secret from webhook where id = ${id}`.execute(db)
  return orNotFound(rows[0]).secret
}

export async function updateWebhook(tx: Tx, id: number, form: WebhookForm): Promise<void> {
  const { url, events, is_active } = form
  await sql`
    update webhook set url = ${url}, events = ${events}::text[], is_active = ${is_active}, failure = null
    where id = ${id}`.execute(tx)
  // Pending deliveries start over with the full number of attempts, since the URL may be new.
  await sql`
    update webhook_delivery set attempts = 0, next_at = now()
    where webhook_id = ${id} and next_at is not null`.execute(tx)
}

type LogRow = Omit<WebhookDelivery, 'at' | 'delivered_at' | 'next_at'> & {
  at: Date
  delivered_at: Date | null
  next_at: Date | null
}

/** The latest deliveries of a webhook, the newest first; null if there is no such webhook. */
export async function findDeliveries(
  db: Handle,
  webhookId: number,
  limit: number,
): Promise<WebhookDelivery[] | null> {
  const { rows } = await sql<LogRow | { id: null }>`
    select log.* from webhook left join lateral (
      select id, event, coalesce(data -> 'orderId', data -> 'productId')::bigint as about, at, attempts,
        delivered_at, next_at, status, error
      from webhook_delivery
      where webhook_id = webhook.id order by id desc limit ${limit}
    ) log on true
    where webhook.id = ${webhookId} order by log.id desc`.execute(db)
  if (rows.length === 0) return null
  return rows.flatMap((row) => (row.id === null ? [] : [toDelivery(row)]))
}

function toDelivery({ at, delivered_at, next_at, ...row }: LogRow): WebhookDelivery {
  return {
    ...row,
    at: at.toISOString(),
    delivered_at: delivered_at?.toISOString() ?? null,
    next_at: next_at?.toISOString() ?? null,
  }
}

/**
 * Makes a delivery due, as if it had never been attempted, if its webhook is active. A delivery in progress is sent
 * again afterwards.
 * @returns whether the webhook is active; null if there is no such delivery.
 */
export async function makeDue(db: Handle, id: number): Promise<boolean | null> {
  const { rows } = await sql<{ isActive: boolean }>`
    with due as (
      update webhook_delivery set next_at = now(), attempts = 0, delivered_at = null
      from webhook where webhook_delivery.id = ${id} and webhook.id = webhook_id and is_active
    )
    select is_active as "isActive" from webhook_delivery join webhook on webhook.id = webhook_id
    where webhook_delivery.id = ${id}`.execute(db)
  return rows[0]?.isActive ?? null
}

export interface HeldDelivery {
  id: number
  webhookId: number
  url: string
  secret: Uint8Array
  messageId: string
  event: string
  data: Record<string, unknown>
  at: Date
  /** The number of attempts, including this one. */
  attempts: number
}

/**
 * Claims due deliveries: at most `perWebhook` per webhook, and none for the webhook ids in `except`. No two processes
 * hold the same delivery, unless an attempt takes longer than `holdSeconds`.
 */
export async function holdDue(
  db: Handle,
  {
    perWebhook,
    holdSeconds,
    except,
  }: { perWebhook: number; holdSeconds: number; except: readonly number[] },
): Promise<HeldDelivery[]> {
  const { rows } = await sql<HeldDelivery>`
    with due as materialized (
      select taken.id, webhook.url, webhook.secret from webhook cross join lateral (
        select id from webhook_delivery
        where webhook_id = webhook.id and next_at <= now()
          and (held_until is null or held_until < now())
        order by next_at limit ${perWebhook} for update skip locked
      ) taken
      where webhook.is_active and webhook.id <> all(${except}::bigint[])
    )
    update webhook_delivery set attempts = attempts + 1,
      held_until = now() + make_interval(secs => ${holdSeconds})
    from due where due.id = webhook_delivery.id
    returning webhook_delivery.id, webhook_id as "webhookId", url, secret,
      message_id as "messageId", event, data, at, attempts`.execute(db)
  return rows
}

export interface Outcome {
  status: number | null
  error: string | null
  isDelivered: boolean
  /** How long to wait until the next attempt, in seconds; null if there is none. */
  pause: number | null
}

export async function recordOutcome(
  db: Handle,
  { id, attempts }: HeldDelivery,
  { status, error, isDelivered, pause }: Outcome,
): Promise<void> {
  // A delivery that was made due during the attempt stays due.
  await sql`
    update webhook_delivery set held_until = null, status = ${status}, error = ${error},
      delivered_at = case when ${isDelivered} then now() end,
      next_at = case when attempts = ${attempts} then now() + make_interval(secs => ${pause}::integer)
        else next_at end
    where id = ${id}`.execute(db)
}

/**
 * Switches a webhook off, unless it is already off, its URL was changed or, for the failure `failing`, it has received
 * anything since the failed delivery's event.
 * @returns the time of that event; null if the webhook was left unchanged.
 */
export async function switchOff(
  tx: Tx,
  { id, webhookId, url }: HeldDelivery,
  failure: 'gone' | 'failing',
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    update webhook set is_active = false, failure = ${failure}
    from webhook_delivery failed
    where webhook.id = ${webhookId} and failed.id = ${id} and is_active and url = ${url}
      and (${failure} = 'gone' or not exists (
        select from webhook_delivery other
        where other.webhook_id = webhook.id and other.delivered_at >= failed.at
      ))
    returning failed.at as since`.execute(tx)
  return rows[0]?.since ?? null
}

/**
 * Removes deliveries older than `days` days, and all deliveries of removed webhooks. A foreign key could do the latter,
 * but orders, which write deliveries, would then wait for the removal of a webhook, and fail.
 */
export async function removeOld(db: Handle, days: number): Promise<void> {
  await sql`
    delete from webhook_delivery d where at < now() - make_interval(days => ${days})
      or not exists (select from webhook where id = d.webhook_id)`.execute(db)
}
