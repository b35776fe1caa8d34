/**
 * The response cache stores responses as bytes, serialized and compressed once, and serves them until a change affects
 * them. There are two kinds of change:
 * - `invalidate` drops responses. The next request gets a response whose build began after the change.
 * - `lag` is for figures that change constantly. The response is served for at most another second. Callers that must
 * see the change can request a current response.
 *
 * A change also affects responses being built (builds.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { localeOf } from '../request-language.ts'
import { createBuilds } from './builds.ts'
import type { EncodedAnswer } from './encoded-answer.ts'
import { type Exchange, replyByFramework } from './framework-reply.ts'
import { isForEverybody, replyRaw } from './raw-reply.ts'
import { createStore, type Entry, type Source } from './store.ts'

export type { Built, Source } from './store.ts'

/**
 * How long a response may lag after this process has learned of the change, in milliseconds. Including the time to
 * receive the change and to respond, it lags by at most a second.
 */
export const LAG_MAX_MS = 900
/** The maximum age of a response without a known change, in case one was missed. */
const KEPT_MS = 30_000
/** The maximum age of a response while changes may be missed. */
const DOUBTED_AFTER_MS = 150

export interface ResponseCacheOptions {
  /** False while changes made by other processes may be missed. */
  isReliable?: () => boolean
}

export interface Wish {
  /** Whether the response must include every change. */
  isCurrent?: boolean
}

export type ResponseCache = ReturnType<typeof createResponseCache>

export function createResponseCache({ isReliable = () => true }: ResponseCacheOptions = {}) {
  const store = createStore()
  const builds = createBuilds(store)

  function isServable({ lagsSince, checkedAt }: Entry): boolean {
    const now = performance.now()
    if (lagsSince !== null && now - lagsSince >= LAG_MAX_MS) return false
    return now - checkedAt < (isReliable() ? KEPT_MS : DOUBTED_AFTER_MS)
  }

  function entryOf(source: Source, { isCurrent = false }: Wish): Entry {
    const known = store.get(source.key)
    const isGood = known && isServable(known) && !(isCurrent && known.lagsSince !== null)
    return isGood ? known : builds.start(source, known)
  }

  return {
    get: (source: Source, wish: Wish = {}): Promise<EncodedAnswer> => entryOf(source, wish).answer,

    /** Sends a source's response, which must be the same for every caller. */
    async send(source: Source, exchange: Exchange, wish: Wish = {}): Promise<FastifyReply> {
      const entry = entryOf(source, wish)
      const { raw } = exchange.request
      return replyByFramework(exchange, await entry.answer, {
        onHeaders(headers) {
          if (isForEverybody(raw)) store.remember(entry, raw.url ?? '', headers)
        },
      })
    },

    /**
     * Makes `serveFromCache` send the response with this key to every client that requests the same URL in the same
     * language.
     */
    remember(key: string, request: IncomingMessage, headers: Entry['headers']): void {
      const entry = store.get(key)
      if (entry && isForEverybody(request)) store.remember(entry, addressIn(request), headers)
    },

    /**
     * Repeats the URL's earlier response, with the same bytes and headers, without going through the framework.
     * @returns false, without sending anything, if the framework must respond.
     */
    serveFromCache(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = store.at(request.url ?? '') ?? store.at(addressIn(request))
      if (!entry?.ready || !isServable(entry) || !isForEverybody(request)) return false
      return replyRaw(request, response, entry.ready, entry.headers)
    },

    /** Drops the responses with these tags after a change. From then on, no response built earlier is served. */
    invalidate(tags: readonly string[]): void {
      for (const entry of store.tagged(tags)) store.drop(entry)
      // Clients still waiting for these responses sent their requests before the change was acknowledged, so they may
      // get the earlier state.
      for (const entry of builds.concernedBy(tags)) builds.abandon(entry)
    },

    /** Drops all responses, because a change may affect any of them. */
    invalidateAll(): void {
      builds.abandonAll()
      store.clear()
    },

    /** Reports that figures with these tags have changed. Responses with these tags may lag. */
    lag(tags: readonly string[]): void {
      const now = performance.now()
      for (const entry of [...store.tagged(tags), ...builds.concernedBy(tags)]) {
        entry.lagsSince ??= now
      }
    },
  }
}

/** The key of a URL's responses in the caller's language. */
function addressIn({ url, headers }: IncomingMessage): string {
  return `${localeOf(headers['accept-language'])} ${url}`
}
