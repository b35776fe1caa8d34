/**
 * Shares catalog changes among the processes that use the same database. Changes that arrive during a send are sent
 * together after it, always outside a transaction: a NOTIFY inside one would make the commits of orders wait for each
 * other. If the listening connection is lost, changes may be missed, so every cache is cleared.
 */
import { randomUUID } from 'node:crypto'
import { createBatcher } from '../platform/concurrency/batcher.ts'
import { noLongerThan } from '../platform/concurrency/no-longer-than.ts'
import type { Peers } from '../platform/db/peers.ts'
import type { OpenSignals } from '../platform/db/signals.ts'
import type { CatalogChange, ChangeSharing } from './catalog-changes.ts'

const TOPIC = 'catalog'
/** The maximum number of ids per message. A message is limited to 7,900 bytes, and an id has up to 16 digits. */
const IDS_MAX = 400
/** How long to collect changes while no other process is known; one that is just starting still needs them. */
const UNHURRIED_MS = 100
/** How long a caller waits for a message to be sent; a dead connection would block it for longer. */
const SENT_MS = 1_000

/** A message's kind is encoded among the ids, where processes running earlier versions look for it. */
const MARKS = { storefront: 0, products: -1, ratings: -2, restored: -3, everything: -4 } as const

interface Message {
  from: string
  ids: number[]
  /** Absent in messages from earlier versions. */
  by?: number[]
}

export function createChangeSharing(
  signals: OpenSignals,
  peers: Peers,
  warn: (error: unknown, what: string) => void,
): ChangeSharing & { close(): Promise<void> } {
  const self = randomUUID()
  let waiting: CatalogChange[] = []
  let timer: NodeJS.Timeout | undefined

  const sendAll = createBatcher<never, never>(async () => {
    const changes = waiting
    waiting = []
    const messages = messagesOf(changes)
    await Promise.all(
      messages.map((message) => signals.notify(TOPIC, { from: self, ...message })),
    ).catch((error) => {
      warn(error, 'catalog changes could not be sent to other processes')
      waiting = [{ what: 'everything' }]
    })
    return new Map<never, never>()
  })

  const receivers: Array<(change: CatalogChange) => void> = []
  signals.on(TOPIC, (payload) => {
    const { from, ids, by = [] } = payload as Message
    if (from === self) return
    for (const receive of receivers) receive(changeOf(ids, by))
  })
  // Runs when the connection is lost and when it returns: nothing cached in between can be trusted.
  signals.onReliable((isReliable) => {
    for (const receive of receivers) receive({ what: 'everything' })
    if (isReliable && waiting.length > 0) void sendAll([])
  })

  return {
    async share(change) {
      waiting.push(change)
      if (peers.count() === 0) {
        timer ??= setTimeout(() => {
          timer = undefined
          void sendAll([])
        }, UNHURRIED_MS)
        return
      }
      await noLongerThan(SENT_MS, sendAll([]))
      await peers.caughtUp()
    },
    listen: (receive) => void receivers.push(receive),
    reliable: signals.reliable,
    /** Sends pending changes before the database closes. */
    async close() {
      clearTimeout(timer)
      timer = undefined
      if (waiting.length > 0) await sendAll([])
    },
  }
}

/** Makes the shop's processes clear their caches, for programs that change the shop's data from the outside. */
export function announceEverything(signals: Pick<OpenSignals, 'notify'>): Promise<void> {
  return signals.notify(TOPIC, { from: 'a program', ids: [MARKS.everything] })
}

/** Combines changes of the same kind into as few messages as possible. */
function messagesOf(changes: readonly CatalogChange[]): Array<Omit<Message, 'from'>> {
  const kinds = Map.groupBy(changes, ({ what }) => what)
  return [...kinds].flatMap(([what, same]) => {
    const mark = what in MARKS ? [MARKS[what as keyof typeof MARKS]] : []
    const ids = [...new Set(same.flatMap((change) => ('ids' in change ? change.ids : [])))]
    const by = [...new Set(same.flatMap((change) => ('by' in change ? change.by : [])))]
    const length = Math.max(ids.length, by.length, mark.length)
    const half = IDS_MAX / 2
    return Array.from({ length: Math.ceil(length / half) }, (_, index) => ({
      ids: [...mark, ...ids.slice(index * half, (index + 1) * half)],
      by: by.slice(index * half, (index + 1) * half),
    }))
  })
}

function changeOf(all: readonly number[], by: readonly number[]): CatalogChange {
  const ids = all.filter((id) => id > 0)
  if (all.includes(MARKS.products)) return { what: 'products', ids }
  if (all.includes(MARKS.ratings)) return { what: 'ratings', ids }
  if (all.includes(MARKS.restored)) return { what: 'restored', ids }
  if (all.includes(MARKS.everything)) return { what: 'everything' }
  if (all.includes(MARKS.storefront)) return { what: 'storefront' }
  return { what: 'stock', ids, by }
}
