/**
 * Delivers the events that transactions write to the outbox, each at least once, and each user's in order. Features
 * define how a topic's events become messages. If an event has a side effect instead, such as an email, its handler
 * causes it and returns no message.
 */
import type { Database } from '../db/database.ts'
import { every, type Stop } from '../jobs/every.ts'
import { createDeliveryLoop } from './delivery-loop.ts'
import type { Message } from './message.ts'
import type { OutboxEvent } from './outbox.store.ts'
import * as store from './outbox.store.ts'
import { createTranslators } from './translators.ts'

export { countUnclaimed, type OutboxEvent } from './outbox.store.ts'

export type Outbox = ReturnType<typeof createOutbox>

const BATCH = 200
/**
 * How long a process holds the events it has claimed. It is longer than any delivery takes, and it is also how long
 * events are delayed if their process dies.
 */
const LEASE_SECONDS = 30
const KEEP_DAYS = 7
const PRUNE_MS = 3_600_000
const PRUNE_BATCH = 5_000

export interface OutboxParts {
  db: Database
  /** Publishes messages in order. Once it resolves, their events are marked as done. */
  publish(messages: readonly Message[]): Promise<void>
  warn(error: unknown, what: string): void
  /** The maximum number of attempts, after which a failed event remains in the outbox but is no longer retried. */
  attemptsMax?: number
  /** The maximum number of events to claim at a time. All of them must be delivered within the lease. */
  batch?: number
}

export function createOutbox({
  db,
  publish,
  warn,
  attemptsMax = store.ATTEMPTS_MAX,
  batch = BATCH,
}: OutboxParts) {
  const { translate, topics, ...handlers } = createTranslators(warn)
  const loop = createDeliveryLoop(deliverDue, warn)

  async function deliverDue(): Promise<number> {
    const events = await store.claim(db.run, topics(), {
      limit: batch,
      leaseSeconds: LEASE_SECONDS,
      attemptsMax,
    })
    if (events.length === 0) return 0
    const outcomes = await translate(events)
    const { good, failed, blocked } = sort(events, outcomes)
    try {
      await publish(good.flatMap(({ id }) => outcomes.get(id) ?? []))
    } catch (error) {
      await store.postpone(db.run, idsOf(events))
      throw error
    }
    await store.markDone(db.run, idsOf(good))
    await store.postpone(db.run, idsOf(failed))
    await store.release(db.run, idsOf(blocked))
    return events.length
  }

  async function prune(): Promise<void> {
    const options = { olderThanDays: KEEP_DAYS, limit: PRUNE_BATCH }
    let removed: number
    do removed = await store.removeDone(db.run, options)
    while (loop.isOpen() && removed === PRUNE_BATCH)
  }

  return {
    ...handlers,

    /** Call this after committing events. It is cheap and never fails. */
    notify: loop.notify,

    /** @returns a function that stops delivery and pruning and resolves once the work in progress is done. */
    start(): Stop {
      loop.open()
      const stopPruning = every(PRUNE_MS, prune, (error) =>
        warn(error, 'the outbox could not be pruned'),
      )
      return async () => void (await Promise.all([loop.close(), stopPruning()]))
    },

    topics,

    figures: () => store.countWaiting(db.run, topics(), attemptsMax),
  }
}

/**
 * Splits events into those to be delivered, failed ones, and those blocked by an earlier failure in their partition.
 */
function sort(events: readonly OutboxEvent[], outcomes: ReadonlyMap<number, unknown>) {
  const held = new Set<string>()
  const good: OutboxEvent[] = []
  const failed: OutboxEvent[] = []
  const blocked: OutboxEvent[] = []
  for (const event of events) {
    if (held.has(event.partition)) blocked.push(event)
    else if (outcomes.has(event.id)) good.push(event)
    else {
      failed.push(event)
      held.add(event.partition)
    }
  }
  return { good, failed, blocked }
}

function idsOf(events: readonly OutboxEvent[]): number[] {
  return events.map(({ id }) => id)
}
