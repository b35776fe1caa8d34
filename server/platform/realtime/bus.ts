/** Sends broadcasts about sockets to every shop process, including this one. */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Signals } from '../db/signals.ts'
import type { Message } from '../outbox/message.ts'

/** A socket and the session about to get a signature for it. */
export interface Binding {
  socketId: string
  sessionId: number
  userId: number
}

export type Broadcast =
  | { kind: 'message'; message: Message }
  /** Closes the sockets signed in as the user. */
  | { kind: 'terminate'; userId: string }
  /** Asks the process with the socket to record its session and reply. */
  | { kind: 'bind'; question: string; binding: Binding }
  | { kind: 'bound'; question: string }

export interface Bus {
  /** Calls `receive` for each broadcast. Call this during composition. */
  onBroadcast(receive: (broadcast: Broadcast) => void): void
  /**
   * Calls `listener` for each unreadable broadcast, such as one from a different version of the server. Call this
   * during composition.
   */
  onMissed(listener: () => void): void
  /**
   * Sends broadcasts in order. All processes receive all broadcasts in the same order, except that while this process
   * cannot listen, it receives its own immediately.
   */
  send(broadcasts: readonly Broadcast[]): Promise<void>
}

const TOPIC = 'realtime'
/** The maximum length of a part. A notification has room for 7,999 bytes, including the envelope. */
const PART_LENGTH = 7_000
/** The maximum number of parcels (broadcasts sent together, split into parts) in each of the caches below. */
const PENDING_MAX = 1_000
const WARN_EVERY_MS = 60_000

/**
 * Increment this whenever the format of broadcasts or their parcels changes. During an upgrade, processes running two
 * versions receive each other's messages. Messages of a different version are not delivered: subscribers catch up on
 * their next fetch, and clients that subscribe later learn from `quiet_ms` that they must fetch again.
 */
const VERSION = 1

interface Part {
  version: number
  parcel: string
  /** The part's zero-based index in its parcel. */
  index: number
  of: number
  text: string
}

export function createSignalBus(
  db: Database,
  signals: Signals,
  warn: (error: unknown, what: string) => void,
): Bus {
  let warnedAt = Number.NEGATIVE_INFINITY
  const receivers: Array<(broadcast: Broadcast) => void> = []
  const incomplete = new LRUCache<string, Map<number, string>>({ max: PENDING_MAX })
  const missedListeners: Array<() => void> = []
  /**
   * The ids of delivered parcels: those that arrived complete, and those of this process that did not wait for their
   * notifications.
   */
  const delivered = new LRUCache<string, true>({ max: PENDING_MAX })
  /** This process's own parcels, which need not be unpacked when they arrive. */
  const sent = new LRUCache<string, readonly Broadcast[]>({ max: PENDING_MAX })

  function deliver(broadcasts: readonly Broadcast[]): void {
    for (const broadcast of broadcasts) for (const receive of receivers) receive(broadcast)
  }

  /**
   * Reports an unreadable broadcast. Warns at most once a minute, because an upgrade under load causes thousands of
   * them.
   */
  function miss(version: unknown): void {
    for (const listener of missedListeners) listener()
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    const what = `ignoring real-time messages from a process running another version: their version is ${JSON.stringify(version) ?? 'missing'}`
    warn(undefined, what.slice(0, 200))
  }

  signals.on(TOPIC, (payload) => {
    const { version } = Object(payload)
    if (version !== VERSION) return miss(version)
    // Any database client can send notifications, and they may arrive twice.
    if (!isPart(payload) || delivered.has(payload.parcel)) return
    const { parcel, index, of, text } = payload
    const texts = (incomplete.get(parcel) ?? new Map<number, string>()).set(index, text)
    if (texts.size < of) return void incomplete.set(parcel, texts)
    incomplete.delete(parcel)
    delivered.set(parcel, true)
    deliver(sent.get(parcel) ?? unpack(texts))
    sent.delete(parcel)
  })

  return {
    onBroadcast: (receive) => void receivers.push(receive),
    onMissed: (listener) => void missedListeners.push(listener),
    async send(broadcasts) {
      if (broadcasts.length === 0) return
      const parts = pack(broadcasts)
      // This process's own broadcasts also go through the database, so that all processes see the same order. While the
      // listener is down, however, this process also delivers them to its own sockets immediately.
      const isReliable = signals.reliable()
      for (const { parcel } of parts) {
        if (isReliable) sent.set(parcel, broadcasts)
        else delivered.set(parcel, true)
      }
      if (!isReliable) deliver(broadcasts)
      await signals.send(db.run, TOPIC, ...parts)
    },
  }
}

/** Splits broadcasts into Base64 parts, in which each character is one byte and JSON needs no escapes. */
function pack(broadcasts: readonly Broadcast[]): Part[] {
  const whole = Buffer.from(JSON.stringify(broadcasts)).toString('base64')
  const of = Math.ceil(whole.length / PART_LENGTH)
  const parcel = randomUUID()
  return Array.from({ length: of }, (_, index) => ({
    version: VERSION,
    parcel,
    index,
    of,
    text: whole.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
  }))
}

function isPart(payload: unknown): payload is Part {
  const { parcel, index, of, text } = Object(payload)
  if (typeof parcel !== 'string' || typeof text !== 'string') return false
  return Number.isInteger(index) && Number.isInteger(of) && index >= 0 && index < of
}

/** @returns the broadcasts; empty if the parts were not created by `pack`. */
function unpack(texts: ReadonlyMap<number, string>): Broadcast[] {
  const whole = Array.from(texts.keys())
    .sort((a, b) => a - b)
    .map((index) => texts.get(index))
    .join('')
  try {
    const broadcasts: unknown = JSON.parse(Buffer.from(whole, 'base64').toString())
    return Array.isArray(broadcasts) ? broadcasts : []
  } catch {
    return []
  }
}
