/**
 * Builds the answers of the response cache: for a request that waits, and in the background. A
 * change that comes during a build concerns it too: the answer may hold the earlier state.
 */
import { type EncodedAnswer, prepare } from './encoded-answer.ts'
import { mayStay } from './renewal.ts'
import type { Entry, Source, Store } from './store.ts'
import { knownTags, mayConcern } from './tags.ts'

export function createBuilds(store: Store) {
  /** Entries that are being built: not all of their tags are known yet. */
  const pending = new Set<Entry>()

  function begin(source: Source): Entry {
    const entry = createEntry(source)
    pending.add(entry)
    return entry
  }

  /** An answer that was only doubted stays while the database is unavailable. */
  function fallBack(entry: Entry, before: Entry | undefined, error: unknown): EncodedAnswer {
    const isUnchanged = pending.delete(entry) && entry.lagsSince === null
    if (!isUnchanged || !before?.ready || !mayStay(before, error)) throw error
    const { ready, tags, builtAt } = before
    store.settle(Object.assign(entry, { builtAt, checkedAt: performance.now() }), { ready, tags })
    return ready
  }

  return {
    /** Stores an entry that every later request of the source waits for. */
    start(source: Source, before: Entry | undefined): Entry {
      const entry = begin(source)
      store.put(entry)
      entry.answer = buildFor(source).then(
        (built) => {
          if (pending.delete(entry)) store.settle(entry, built)
          return built.ready
        },
        (error: unknown) => fallBack(entry, before, error),
      )
      // A failed build is not kept: the next request tries again.
      entry.answer.catch(() => store.drop(entry))
      return entry
    },

    /** Builds in the background; the entry is pending until it replaces the one with its source. */
    async build(source: Source): Promise<Entry> {
      const next = begin(source)
      try {
        const built = await buildFor(source)
        return Object.assign(next, built, { answer: Promise.resolve(built.ready) })
      } catch (error) {
        pending.delete(next)
        throw error
      }
    },

    /** Replaces the entry with `next`, unless a later change concerned either. */
    replace(entry: Entry, next: Entry): void {
      if (!pending.delete(next) || !store.has(entry)) return
      store.put(Object.assign(next, { urls: entry.urls, headers: entry.headers }))
    },

    /** The entries under way that a change of these tags may concern. */
    concernedBy: (tags: readonly string[]): Entry[] =>
      [...pending].filter(({ source }) => mayConcern(source.tags, tags)),

    /** Only the clients that wait for it get its answer. */
    abandon(entry: Entry): void {
      pending.delete(entry)
      store.drop(entry)
    },

    abandonAll: (): void => pending.clear(),
  }
}

async function buildFor(source: Source): Promise<{ ready: EncodedAnswer; tags: Entry['tags'] }> {
  const { json, tags } = await source.build()
  return { ready: prepare(json), tags: new Set([...knownTags(source.tags), ...tags]) }
}

/** Set before anything else has the entry. */
const UNSET: Entry['answer'] = new Promise(() => {})

function createEntry(source: Source): Entry {
  const now = performance.now()
  return {
    source,
    answer: UNSET,
    ready: null,
    tags: new Set(),
    builtAt: now,
    checkedAt: now,
    lagsSince: null,
    isRenewing: false,
    hits: 0,
    urls: [],
    headers: {},
  }
}
