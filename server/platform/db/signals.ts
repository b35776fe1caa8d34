/**
 * Short messages between the processes that share a database, sent with a commit and heard by
 * every process, the sender included. Over LISTEN/NOTIFY: nothing is stored, and what is said
 * while a process is not connected is lost to it (`reliable()` tells).
 */
import { sql } from 'kysely'
import type { Database, Handle } from './database.ts'

const CHANNEL = 'barq_signals'

export interface Signals {
  /** Hears a topic; call during composition, before the server listens. */
  on(topic: string, hear: (payload: unknown) => void): void
  /** Sends when the transaction commits. The payload is JSON of at most 7,900 bytes. */
  send(tx: Handle, topic: string, payload: unknown): Promise<void>
  /** False while signals of other processes may be missed. */
  reliable(): boolean
}

/** What needs no transaction. */
export interface Notifier {
  /** Sends at once. The payload is as that of `send`. */
  notify(topic: string, payload: unknown): Promise<void>
  /** Calls `hear` when signals may be missed from now on, and when they no longer are. */
  onReliable(hear: (isReliable: boolean) => void): void
}

export type OpenSignals = Signals & Notifier & { close(): void }

/**
 * @returns the signals, and how to hear nothing more: the database goes on listening, and would keep
 *   all who hear in memory.
 */
export async function openSignals(db: Database): Promise<OpenSignals> {
  const watchers: Array<(isReliable: boolean) => void> = []
  db.engine.onListening((isListening) => {
    for (const hear of watchers) hear(isListening)
  })
  const hearers = new Map<string, Array<(payload: unknown) => void>>()
  await db.engine.listen(CHANNEL, (text) => {
    const { topic, payload } = JSON.parse(text) as { topic: string; payload: unknown }
    for (const hear of hearers.get(topic) ?? []) hear(payload)
  })
  return {
    on(topic, hear) {
      hearers.set(topic, [...(hearers.get(topic) ?? []), hear])
    },
    async send(tx, topic, payload) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, payload })})`.execute(tx)
    },
    notify: (topic, payload) => db.engine.notify(CHANNEL, JSON.stringify({ topic, payload })),
    reliable: () => db.engine.listening(),
    onReliable: (hear) => void watchers.push(hear),
    close() {
      hearers.clear()
      watchers.length = 0
    },
  }
}
