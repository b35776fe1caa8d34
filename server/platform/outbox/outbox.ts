/**
 * Delivers the events that transactions wrote to the outbox, at least once each and in order within
 * a user. Features define how a topic becomes messages; a topic that does something else (sends an
 * e-mail) does it in its translator and returns no message.
 */
import type { Database } from '../db/database.ts'
import { every, type Stop } from '../jobs/every.ts'
import type { Message } from './message.ts'
import type { OutboxEvent } from './outbox.store.ts'
import * as store from './outbox.store.ts'
import type { Topic } from './topics.ts'

export { countUnclaimed, type OutboxEvent } from './outbox.store.ts'

/** For each event its messages, in the order of the events. */
export type Translate<Payload = unknown> = (
  events: readonly OutboxEvent<Payload>[],
) => Promise<Message[][]>

/** What is done about one event. */
export type Act<Payload> = (event: OutboxEvent<Payload>) => Promise<void>

export type Outbox = ReturnType<typeof createOutbox>

const BATCH = 200
const POLL_MS = 1_000
/** A notification waits this long, so that events of the same moment leave together ... */
const GATHER_MS = 5
/** ... and under load batches stay this far apart: each costs the database four statements. */
const PAUSE_MS = 50
/** Longer than a delivery can take; a process that dies holds its events back for this long. */
const LEASE_SECONDS = 30
const KEEP_DAYS = 7
const PRUNE_MS = 3_600_000
const PRUNE_BATCH = 5_000

export interface OutboxParts {
  db: Database
  /** Hands messages over in order; the events are done when it resolves. */
  publish(messages: readonly Message[]): Promise<void>
  /** Receives failures that will be retried. */
  warn(error: unknown, what: string): void
  /** Failures after which an event is left for people to look at. */
  attemptsMax?: number
  /** Events taken at a time: all must be delivered within the lease. */
  batch?: number
}

export function createOutbox({
  db,
  publish,
  warn,
  attemptsMax = store.ATTEMPTS_MAX,
  batch = BATCH,
}: OutboxParts) {
  const translators = new Map<string, Translate>()
  const singly = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isNotified = false
  let isOpen = false
  let lastEnd = Number.NEGATIVE_INFINITY

  function schedule(delay: number): void {
    clearTimeout(timer)
    if (!isOpen) return
    timer = setTimeout(run, delay)
    timer.unref()
  }

  function run(): void {
    if (running) return
    isNotified = false
    running = deliverDue()
      .catch((error: unknown) => {
        warn(error, 'outbox not reached')
        return 0
      })
      .then((delivered) => {
        running = null
        lastEnd = performance.now()
        // New events may follow those that were just delivered: look again at once.
        schedule(delivered > 0 || isNotified ? PAUSE_MS : POLL_MS)
      })
  }

  /** @returns how many events were claimed. */
  async function deliverDue(): Promise<number> {
    const events = await store.claim(db.run, [...translators.keys()], {
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

  /** The messages of each event that could be translated. */
  async function translate(events: readonly OutboxEvent[]): Promise<Map<number, Message[]>> {
    const outcomes = new Map<number, Message[]>()
    for (const [topic, group] of Map.groupBy(events, (event) => event.topic)) {
      const translator = translators.get(topic)
      if (!translator) continue
      if (singly.has(topic)) {
        await Promise.all(group.map((event) => translateGroup(translator, [event], outcomes)))
      } else {
        await translateGroup(translator, group, outcomes)
      }
    }
    return outcomes
  }

  async function translateGroup(
    translator: Translate,
    group: readonly OutboxEvent[],
    outcomes: Map<number, Message[]>,
  ): Promise<void> {
    try {
      const messages = await translator(group)
      for (const [index, { id }] of group.entries()) outcomes.set(id, messages[index] ?? [])
    } catch (error) {
      const [only] = group
      if (group.length === 1 && only) {
        return warn(error, `event ${only.id} (${only.topic}) failed ${only.attempts} times`)
      }
      // An event that cannot be translated must not block the others.
      for (const event of group) await translateGroup(translator, [event], outcomes)
    }
  }

  async function prune(): Promise<void> {
    const options = { olderThanDays: KEEP_DAYS, limit: PRUNE_BATCH }
    let removed: number
    do removed = await store.removeDone(db.run, options)
    while (isOpen && removed === PRUNE_BATCH)
  }

  async function close(): Promise<void> {
    isOpen = false
    clearTimeout(timer)
    await running
  }

  return {
    /** Says how a topic becomes messages. Topics that nobody speaks for stay where they are. */
    on<Payload>(topic: Topic<Payload>, translator: Translate<Payload>): void {
      translators.set(topic.name, async (events) =>
        translator(events.map((event) => ({ ...event, payload: topic.read(event.payload) }))),
      )
    },

    /**
     * Defines the side effect, such as an e-mail, of a topic that becomes no message. Each event is
     * handled alone: when one fails and is retried, the others are not repeated.
     */
    onEach<Payload>(topic: Topic<Payload>, act: Act<Payload>): void {
      singly.add(topic.name)
      translators.set(topic.name, async (events) => {
        for (const event of events) await act({ ...event, payload: topic.read(event.payload) })
        return []
      })
    },

    /** Call after a commit that wrote events. Cheap, and never fails. */
    notify(): void {
      if (isNotified) return
      isNotified = true
      if (!running) schedule(Math.max(GATHER_MS, lastEnd + PAUSE_MS - performance.now()))
    },

    /** @returns a function that finishes the batch under way and begins no other. */
    start(): Stop {
      isOpen = true
      schedule(0)
      const stopPruning = every(PRUNE_MS, prune, (error) => warn(error, 'outbox not pruned'))
      return async () => void (await Promise.all([close(), stopPruning()]))
    },

    /** The topics that it delivers. */
    topics: () => [...translators.keys()],

    /** Figures of its own topics, for /metrics; queries the database. */
    figures: () => store.countWaiting(db.run, [...translators.keys()], attemptsMax),
  }
}

/** Splits events into deliverable, failed, and blocked by an earlier failure of their partition. */
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
