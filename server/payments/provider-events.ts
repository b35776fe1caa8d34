/**
 * What a provider tells us unasked: kept word for word and applied once, in one transaction,
 * however often and in whatever order it comes.
 */
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import type { Messages, PaymentProvider, ProviderEvent } from './provider.ts'
import * as store from './provider-events.store.ts'
import type { Settle } from './settle.ts'

const BATCH = 200
/** Providers repeat themselves for days; people may ask for a repetition for a month. */
const KEEP_DAYS = 60

export interface EventParts {
  db: Database
  provider: PaymentProvider
  settle: Settle
  warn(error: unknown, what: string): void
}

export function createProviderEvents({ db, provider, settle, warn }: EventParts) {
  const { messages } = provider

  async function apply(tx: Tx, from: Messages, id: string, body: string): Promise<void> {
    const news = from.read(body)
    if (news) await settle(tx, news.paymentId, news.outcome)
    await store.markApplied(tx, id)
  }

  return {
    /**
     * A repetition is a success that changes nothing.
     * @throws ShopError `not_found` without a provider that speaks, `malformed` for what it did
     *   not sign.
     */
    async receive(raw: Buffer, signature: string | undefined): Promise<void> {
      if (!messages) throw notFound()
      const event = opened(messages, raw, signature)
      const body = raw.toString('utf8')
      try {
        await inTransaction(db, async (tx) => {
          if (await store.storeEvent(tx, event, body)) await apply(tx, messages, event.id, body)
        })
      } catch (error) {
        // It must not be lost: the sweeper goes on from here. If this fails too, the provider
        // hears of it and repeats itself.
        await store.storeEvent(db.run, event, body)
        warn(error, `event ${event.id} (${event.type}) is stored but not applied yet`)
      }
    },

    /** Applies what was only stored, and forgets what is long settled. */
    async sweep(): Promise<void> {
      if (!messages) return
      for (const id of await store.findWaiting(db.run, BATCH)) {
        await inTransaction(db, async (tx) => {
          const body = await store.lockWaiting(tx, id)
          if (body !== null) await apply(tx, messages, id, body)
        }).catch((error: unknown) => warn(error, `event ${id} cannot be applied`))
      }
      await store.removeApplied(db.run, KEEP_DAYS)
    },
  }
}

function opened(messages: Messages, raw: Buffer, signature: string | undefined): ProviderEvent {
  try {
    return messages.open(raw, signature)
  } catch {
    // What exactly is wrong is of use only to whoever tries to forge one.
    throw new ShopError('malformed', 'refusal.signatureWrong')
  }
}
