/**
 * Short messages between processes that share a database, sent on commit and received by every process, including the
 * sender. Uses LISTEN/NOTIFY: nothing is stored, and a disconnected process misses messages, which `reliable()`
 * reports.
 */
import { sql } from 'kysely'
import type { Database, Handle } from './database.ts'
import { CHANNEL } from './postgres.ts'

export interface Signals {
  /** Subscribes to a topic. Call during composition, before the server listens. */
  on(topic: string, receive: (payload: unknown) => void): void
  /** Sends the payloads, in order, when the transaction commits. Each may have up to 7,900 bytes of JSON. */
  send(tx: Handle, topic: string, ...payloads: unknown[]): Promise<void>
  /** False while signals from other processes may be missed. */
  reliable(): boolean
}

export interface Notifier {
  /** Sends immediately, without a transaction. The payload has the same limit as in `send`. */
  notify(topic: string, payload: unknown): Promise<void>
  /** Calls `listener` with the new value whenever `reliable()` changes. */
  onReliable(listener: (isReliable: boolean) => void): void
}

export type OpenSignals = Signals & Notifier & { close(): void }

/** `close` drops the receivers, because the database keeps listening and would otherwise retain them. */
export async function openSignals(db: Database): Promise<OpenSignals> {
  const watchers: Array<(isReliable: boolean) => void> = []
  db.engine.onListening((isListening) => {
    for (const listener of watchers) listener(isListening)
  })
  const receivers = new Map<string, Array<(payload: unknown) => void>>()
  await db.engine.listen((text) => {
    const { topic, payload } = JSON.parse(text) as { topic: string; payload: unknown }
    for (const receive of receivers.get(topic) ?? []) receive(payload)
  })
  return {
    on(topic, receive) {
      receivers.set(topic, [...(receivers.get(topic) ?? []), receive])
    },
    async send(tx, topic, ...payloads) {
      const texts = payloads.map((payload) => JSON.stringify({ topic, payload }))
      await sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) as text`.execute(
        tx,
      )
    },
    notify: (topic, payload) => db.engine.notify(JSON.stringify({ topic, payload })),
    reliable: () => db.engine.listening(),
    onReliable: (listener) => void watchers.push(listener),
    close() {
      receivers.clear()
      watchers.length = 0
    },
  }
}
