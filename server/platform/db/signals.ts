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

/**
 * @returns the signals, and how to hear nothing more: the database goes on listening, and would keep
 *   all who hear in memory.
 */
export async function openSignals(db: Database): Promise<Signals & { close(): void }> {
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
    reliable: () => db.engine.listening(),
    close: () => hearers.clear(),
  }
}
