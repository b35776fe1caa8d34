/** The response cache's contents: entries indexed by key, URL and tag, within limits. */
import type { EncodedAnswer } from './encoded-answer.ts'
import { createTagIndex } from './tags.ts'

/** A response as JSON, with the tags that are known once it is built. */
export interface Built {
  json: string
  tags: Iterable<string>
}

export interface Source {
  key: string
  /** The tags known before the response is built; see tags.ts. */
  tags: readonly string[]
  build(): Promise<Built>
}

export interface Entry {
  source: Source
  answer: Promise<EncodedAnswer>
  ready: EncodedAnswer | null
  tags: ReadonlySet<string>
  /** When the build of `ready` began. All times are in milliseconds from `performance.now()`. */
  builtAt: number
  /** When the response was last built, or retained because it could not be rebuilt. */
  checkedAt: number
  /** When the first change that the response may lack was made; null if none. */
  lagsSince: number | null
  /** URLs served without going through the framework. */
  urls: string[]
  /** Headers that do not depend on the bytes, as sent by the framework. */
  headers: Readonly<Record<string, string>>
}

const ENTRIES_MAX = 2000
const BYTES_MAX = 24 * 2 ** 20
/** The maximum number of URLs per response. More mean that someone is varying the query. */
const URLS_MAX = 4
const URL_LENGTH_MAX = 300

export type Store = ReturnType<typeof createStore>

export function createStore() {
  const entries = new Map<string, Entry>()
  const byUrl = new Map<string, Entry>()
  const byTag = createTagIndex<Entry>()
  let bytes = 0

  const has = (entry: Entry) => entries.get(entry.source.key) === entry

  function drop(entry: Entry): void {
    if (!has(entry)) return
    entries.delete(entry.source.key)
    forget(entry)
  }

  function forget(entry: Entry): void {
    bytes -= sizeOf(entry)
    byTag.remove(entry)
    for (const url of entry.urls) byUrl.delete(url)
  }

  function makeRoom(): void {
    for (const entry of entries.values()) {
      if (entries.size <= ENTRIES_MAX && bytes <= BYTES_MAX) return
      drop(entry)
    }
  }

  return {
    drop,
    get: (key: string): Entry | undefined => entries.get(key),
    at: (url: string): Entry | undefined => byUrl.get(url),
    tagged: byTag.find,

    put(entry: Entry): void {
      const before = entries.get(entry.source.key)
      if (before) forget(before)
      entries.set(entry.source.key, entry)
      bytes += sizeOf(entry)
      byTag.add(entry)
      for (const url of entry.urls) byUrl.set(url, entry)
      makeRoom()
    },

    /** Completes an entry stored while it was being built. */
    settle(entry: Entry, { ready, tags }: Pick<Entry, 'ready' | 'tags'>): void {
      if (!has(entry)) return
      Object.assign(entry, { ready, tags })
      bytes += sizeOf(entry)
      byTag.add(entry)
      makeRoom()
    },

    /** Makes the cache serve this URL without going through the framework. */
    remember(entry: Entry, url: string, headers: Entry['headers']): void {
      if (!has(entry) || byUrl.has(url)) return
      if (entry.urls.length >= URLS_MAX || url.length > URL_LENGTH_MAX) return
      entry.headers = headers
      entry.urls.push(url)
      byUrl.set(url, entry)
    },

    clear(): void {
      for (const entry of entries.values()) drop(entry)
    },
  }
}

function sizeOf({ ready }: Entry): number {
  return ready?.plain.length ?? 0
}
