/**
 * The response cache: answers as bytes, serialised and compressed once, served until a change
 * concerns them. A change concerns answers in one of two ways:
 * - `invalidate` drops answers: the next request gets one whose build began after the change.
 * - `lag` is for figures that change all the time. The answer is served for at most a second more,
 * while it is renewed in the background; a caller who must see the change asks for a current one.
 *
 * A change also concerns answers that are being built: they may hold the earlier state.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EncodedAnswer, encode, preferredEncoding, prepare } from './encoded-answer.ts'
import { isForEverybody, replyRaw } from './raw-reply.ts'
import { mayStay, renewRegularly } from './renewal.ts'
import { createStore, type Entry, type Source } from './store.ts'
import { knownTags, mayConcern } from './tags.ts'

export type { Built, Source } from './store.ts'

/** From the change on; together with receiving the change and answering it makes a second. */
export const LAG_MAX_MS = 900
/** While changes may be missed, no answer older than this is served. */
const DOUBTED_AFTER_MS = 150

export interface ResponseCacheOptions {
  /** False while changes made by other processes may be missed. */
  isReliable?: () => boolean
}

export interface Wish {
  /** Whether the answer may not lag behind any change. */
  isCurrent?: boolean
}

export type ResponseCache = ReturnType<typeof createResponseCache>

export function createResponseCache({ isReliable = () => true }: ResponseCacheOptions = {}) {
  const store = createStore()
  /** Entries that are being built: their tags are not known yet. */
  const pending = new Set<Entry>()
  const close = renewRegularly({ ...store, build: buildNext, replace })

  function entryOf(source: Source, { isCurrent = false }: Wish): Entry {
    const known = store.get(source.key)
    const isGood = known && isServable(known) && !(isCurrent && known.lagsSince !== null)
    const entry = isGood ? known : start(source, known)
    entry.hits += 1
    return entry
  }

  function isServable({ lagsSince, checkedAt }: Entry): boolean {
    if (lagsSince !== null && performance.now() - lagsSince >= LAG_MAX_MS) return false
    return isReliable() || performance.now() - checkedAt < DOUBTED_AFTER_MS
  }

  /** Builds an answer that every later request waits for. */
  function start(source: Source, before: Entry | undefined): Entry {
    const entry = createEntry(source)
    pending.add(entry)
    store.put(entry)
    entry.answer = source.build().then(
      ({ json, tags }) => {
        const ready = prepare(json)
        if (pending.delete(entry)) store.settle(entry, { ready, tags: tagsOf(source, tags) })
        return ready
      },
      (error: unknown) => fallBack(entry, before, error),
    )
    // A failed build is not kept: the next request tries again.
    entry.answer.catch(() => store.drop(entry))
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

  /**
   * Builds in the background; the entry is pending until it replaces the one with the same source.
   */
  async function buildNext(source: Source): Promise<Entry> {
    const next = createEntry(source)
    pending.add(next)
    try {
      const { json, tags } = await source.build()
      const ready = prepare(json)
      return Object.assign(next, {
        ...{ ready, tags: tagsOf(source, tags) },
        answer: Promise.resolve(ready),
      })
    } catch (error) {
      pending.delete(next)
      throw error
    }
  }

  function replace(entry: Entry, next: Entry): void {
    if (!pending.delete(next) || !store.has(entry)) return
    store.put(Object.assign(next, { urls: entry.urls, headers: entry.headers }))
  }

  return {
    /** The answer of a source, built when none may be served. */
    get: (source: Source, wish: Wish = {}): Promise<EncodedAnswer> => entryOf(source, wish).answer,

    /**
     * Sends the answer in the encoding that the client prefers, or 304 when the client already has
     * it. The answer must be the same for every caller.
     */
    async send(
      source: Source,
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      wish: Wish = {},
    ): Promise<FastifyReply> {
      const entry = entryOf(source, wish)
      const answer = await entry.answer
      const encoding = preferredEncoding(request.headers['accept-encoding'])
      const body = encoding ? await encode(answer, encoding) : answer.plain
      // The CORS hook has already added the origin to Vary.
      const vary = reply.getHeader('vary')
      reply
        .header('cache-control', 'no-cache')
        .header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
        .type('application/json; charset=utf-8')
      if (isForEverybody(request.raw))
        store.remember(entry, request.raw.url ?? '', reply.getHeaders() as Entry['headers'])
      reply.header('etag', answer.etag)
      if (request.headers['if-none-match'] === answer.etag) {
        return reply.removeHeader('content-type').code(304).send()
      }
      return (encoding ? reply.header('content-encoding', encoding) : reply).send(body)
    },

    /**
     * Answers without the framework what `send` has answered at this address before, with the same
     * bytes and headers.
     * @returns false when the request needs more than that; nothing was sent then.
     */
    serveFromCache(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = store.at(request.url ?? '')
      if (!entry?.ready || !isServable(entry) || !isForEverybody(request)) return false
      if (!replyRaw(request, response, entry.ready, entry.headers)) return false
      entry.hits += 1
      return true
    },

    /** These tags changed: no answer built before is served from now on. */
    invalidate(tags: readonly string[]): void {
      for (const entry of store.tagged(tags)) store.drop(entry)
      for (const entry of pending) {
        if (!mayConcern(entry.source.tags, tags)) continue
        // Clients waiting for it asked before the change was answered.
        pending.delete(entry)
        store.drop(entry)
      }
    },

    /** Like `invalidate`, for everything: it is unknown what changed. */
    invalidateAll(): void {
      pending.clear()
      store.clear()
    },

    /** Figures with these tags changed; their answers may lag. */
    lag(tags: readonly string[]): void {
      const now = performance.now()
      for (const entry of store.tagged(tags)) entry.lagsSince ??= now
      for (const entry of pending) {
        if (mayConcern(entry.source.tags, tags)) entry.lagsSince ??= now
      }
    },

    close,
  }
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

function tagsOf(source: Source, built: Iterable<string>): ReadonlySet<string> {
  return new Set([...knownTags(source.tags), ...built])
}
