/** Delivers the webhook events that database triggers wrote (decision 0058), following Standard Webhooks. */
import { Webhook } from 'standardwebhooks'
import { fromCents, shopCurrency } from '#contract/money.ts'
import { WEBHOOK_OFF_TOPIC } from '../accounts/accounts.events.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import { writeEvent } from '../platform/outbox/topics.ts'
import type { Message } from './post-message.ts'
import * as store from './webhooks.store.ts'

/** The pauses between attempts, in seconds: a little more than three days in total. */
export const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** How long a delivery is claimed: longer than any attempt takes. */
const HOLD_SECONDS = 60
const PER_WEBHOOK = 10
const GONE = 410

interface DeliverParts {
  db: Database
  /**
   * @returns the status of the response.
   * @throws Error if there is no response.
   */
  post(message: Message): Promise<number>
  failed(error: unknown): void
}

export function createDeliverWebhooks({ db, post, failed }: DeliverParts) {
  /** Keyed by webhook id; resolves when this process has finished its current deliveries to that webhook. */
  const sending = new Map<number, Promise<void>>()

  async function deliver(held: store.HeldDelivery): Promise<void> {
    const { status, error } = await post(signed(held)).then(
      (answered) => ({ status: answered, error: null }),
      (error: unknown) => ({ status: null, error: nameOf(error) }),
    )
    const isDelivered = status !== null && status >= 200 && status < 300
    const pause = (!isDelivered && status !== GONE && PAUSES[held.attempts - 1]) || null
    await store.recordOutcome(db.run, held, { status, error, isDelivered, pause })
    if (isDelivered || pause !== null) return
    await inTransaction(db, (tx) => switchOff(tx, held, status === GONE ? 'gone' : 'failing'))
  }

  async function switchOff(tx: Tx, held: store.HeldDelivery, failure: 'gone' | 'failing') {
    const since = await store.switchOff(tx, held, failure)
    if (!since) return
    const { host } = new URL(held.url)
    await writeEvent(tx, WEBHOOK_OFF_TOPIC, { host, failure, since: since.toISOString() })
  }

  return {
    /**
     * Starts due deliveries: at most `PER_WEBHOOK` per webhook, and none for webhooks whose earlier deliveries are
     * still in progress in this process.
     */
    async begin(): Promise<void> {
      const limits = { perWebhook: PER_WEBHOOK, holdSeconds: HOLD_SECONDS }
      const due = await store.holdDue(db.run, { ...limits, except: [...sending.keys()] })
      for (const [webhookId, own] of Map.groupBy(due, (held) => held.webhookId)) {
        const attempts = Promise.all(own.map(deliver)).then(() => {}, failed)
        sending.set(
          webhookId,
          attempts.finally(() => sending.delete(webhookId)),
        )
      }
    },

    async settled(): Promise<void> {
      await Promise.all(sending.values())
    },
  }
}

function signed({ url, secret, messageId, event, data, at }: store.HeldDelivery): Message {
  const body = JSON.stringify({ type: event, timestamp: at.toISOString(), data: toWire(data) })
  const now = new Date()
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Barq',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(messageId, now, body),
    },
  }
}

/** Converts amounts to wire format: `totalCents` becomes `total`, alongside its `currency`. */
function toWire(data: Record<string, unknown>): Record<string, unknown> {
  const wire: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) {
    const amount = /^(.+)Cents$/.exec(name)?.[1]
    if (amount) wire.currency = shopCurrency().code
    wire[amount ?? name] = amount ? fromCents(Number(value)) : value
  }
  return wire
}

/** The error's code or name, such as `ECONNREFUSED`, because a message could reveal hosts in the network. */
function nameOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code, name } = first as NodeJS.ErrnoException
  return code === 'ABORT_ERR' ? 'ETIMEDOUT' : (code ?? name)
}
