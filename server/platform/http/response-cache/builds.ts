/**
 * Builds the responses in the response cache. A change during a build also affects the response being built, which may
 * contain the earlier state.
 */
import { isUnavailable } from '../../unavailable.ts'
import { type EncodedAnswer, prepare } from './encoded-answer.ts'
import type { Entry, Source, Store } from './store.ts'
import { knownTags, mayConcern } from './tags.ts'

/**
 * The maximum age, since its last build, at which a response with no known change is still served while the database is
 * unavailable.
 */
const KEPT_AT_MOST_MS = 60_000

export function createBuilds(store: Store) {
  /** Entries being built. Some of their tags may not be known yet. */
  const pending = new Set<Entry>()

  /**
   * @returns the previous response if the database is unavailable and no change to the response is known.
   * @throws the build's error otherwise.
   */
  function fallBack(entry: Entry, before: Entry | undefined, error: unknown): EncodedAnswer {
    const isUnchanged = pending.delete(entry) && entry.lagsSince === null
    if (!isUnchanged || !before?.ready || !mayStay(before, error)) throw error
    const { ready, tags, builtAt } = before
    store.settle(Object.assign(entry, { builtAt, checkedAt: performance.now() }), { ready, tags })
    return ready
  }

  return {
    /** Starts building an entry and stores it, so that later requests for the source wait for it. */
    start(source: Source, before: Entry | undefined): Entry {
      const entry = createEntry(source, before)
      pending.add(entry)
      store.put(entry)
      entry.answer = buildFor(source).then(
        (built) => {
          if (pending.delete(entry)) store.settle(entry, built)
          return built.ready
        },
        (error: unknown) => fallBack(entry, before, error),
      )
      // A failed build is not cached, so that the next request tries again.
      entry.answer.catch(() => store.drop(entry))
      return entry
    },

    /** The entries being built that a change to these tags may affect. */
    concernedBy: (tags: readonly string[]): Entry[] =>
      [...pending].filter(({ source }) => mayConcern(source.tags, tags)),

    /** Removes the entry. Only clients already waiting for it get its response. */
    abandon(entry: Entry): void {
      pending.delete(entry)
      store.drop(entry)
    },

    abandonAll: (): void => pending.clear(),
  }
}

/**
 * Whether to keep serving a response that could not be rebuilt because the database is unavailable. After a known
 * change, a 503 is better than a wrong price or stock level.
 */
function mayStay({ lagsSince, builtAt }: Entry, error: unknown): boolean {
  const isTooOld = performance.now() - builtAt >= KEPT_AT_MOST_MS
  return lagsSince === null && !isTooOld && isUnavailable(error as Error)
}

async function buildFor(source: Source): Promise<{ ready: EncodedAnswer; tags: Entry['tags'] }> {
  const { json, tags } = await source.build()
  return { ready: prepare(json), tags: new Set([...knownTags(source.tags), ...tags]) }
}

/** A placeholder for an entry's response, replaced before the entry is shared. */
const UNSET: Entry['answer'] = new Promise(() => {})

function createEntry(source: Source, before: Entry | undefined): Entry {
  const now = performance.now()
  return {
    source,
    answer: UNSET,
    ready: null,
    tags: new Set(),
    builtAt: now,
    checkedAt: now,
    lagsSince: null,
    urls: [...(before?.urls ?? [])],
    headers: before?.headers ?? {},
  }
}
