/**
 * Changes of the catalogue between the processes that share a PostgreSQL. They are collected and
 * sent outside of any transaction, a few times a second at most: a NOTIFY inside would make the
 * commits of orders wait for each other. A message lost with its connection is made up for by the
 * regular renewal of prepared answers.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../platform/db/database.ts'
import type { Signals } from '../platform/db/signals.ts'
import type { ChangeSharing } from './catalog-changes.ts'

const TOPIC = 'catalog'
const SENT_EVERY_MS = 250
/** A message holds 7,900 bytes and an id 16 digits. */
const IDS_MAX = 400

interface Message {
  from: string
  ids: number[]
}

/** @returns the sharing, and how to send what is left before the database closes. */
export function createChangeSharing(
  db: Database,
  signals: Signals,
  failed: (error: unknown) => void,
): ChangeSharing & { close(): Promise<void> } {
  // PGlite has one process.
  const hasOthers = db.engine.name === 'postgres'
  const self = randomUUID()
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | null = null
  let lastSent = 0
  let sending: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    timer = null
    lastSent = performance.now()
    const all = [...waiting]
    waiting.clear()
    for (let start = 0; start < all.length; start += IDS_MAX) {
      const message: Message = { from: self, ids: all.slice(start, start + IDS_MAX) }
      await signals.send(db.read, TOPIC, message)
    }
  }

  return {
    share(ids) {
      if (!hasOthers) return
      for (const id of ids) waiting.add(id)
      timer ??= setTimeout(
        () => {
          sending = send().catch(failed)
        },
        Math.max(lastSent + SENT_EVERY_MS - performance.now(), 0),
      )
    },
    listen(tell) {
      signals.on(TOPIC, (payload) => {
        const { from, ids } = payload as Message
        if (from !== self) tell(ids)
      })
    },
    async close() {
      if (timer) {
        clearTimeout(timer)
        sending = sending.then(send).catch(failed)
      }
      await sending
    },
  }
}
