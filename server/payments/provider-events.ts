/** Provider events: stored verbatim and applied once, however often and in whatever order they arrive. */
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import type { Messages, ProviderEvent } from './provider.ts'
import * as store from './provider-events.store.ts'
import type { SettlingParts } from './settle.ts'

const BATCH = 200
/** How long to recognize repeated events: providers resend them for days, and on request for a month. */
const KEEP_DAYS = 60

type EventParts = Pick<SettlingParts, 'db' | 'provider' | 'settle' | 'warn'>

export type ProviderEvents = ReturnType<typeof createProviderEvents>

export function createProviderEvents({ db, provider, settle, warn }: EventParts) {
  const { messages } = provider

  async function apply(tx: Tx, from: Messages, id: string, body: string): Promise<void> {
    const news = from.read(body)
    if (news) await settle(tx, news.chargeId, news.outcome)
    await store.markApplied(tx, id)
  }

  return {
    /**
     * A repeated event succeeds and changes nothing.
     * @throws ShopError `not_found` for a provider that sends no events, `malformed` for a body without a valid
     * signature.
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
        // The event must not be lost: it is stored, and the sweeper continues from here. If storing it fails too, the
        // provider gets an error and resends it.
        await store.storeEvent(db.run, event, body)
        warn(
          error,
          `event ${event.id} (${event.type}) was stored but could not be applied yet; it will be retried`,
        )
      }
    },

    /** Applies events that were stored but not applied, and deletes applied events after `KEEP_DAYS`. */
    async sweep(): Promise<void> {
      if (!messages) return
      for (const id of await store.findWaiting(db.run, BATCH)) {
        await inTransaction(db, async (tx) => {
          const body = await store.lockWaiting(tx, id)
          if (body !== null) await apply(tx, messages, id, body)
        }).catch((error: unknown) =>
          warn(error, `stored event ${id} could not be applied; it will be retried`),
        )
      }
      await store.removeApplied(db.run, KEEP_DAYS)
    },
  }
}

function opened(messages: Messages, raw: Buffer, signature: string | undefined): ProviderEvent {
  try {
    return messages.open(raw, signature)
  } catch {
    // The exact reason would only help a forger.
    throw new ShopError('malformed', 'error.signatureWrong')
  }
}
