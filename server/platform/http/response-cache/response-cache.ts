/**
 * The response cache: answers as bytes, serialized and compressed once, served until a change affects them. There are
 * two kinds of change:
 * - `invalidate` drops answers: the next request gets an answer whose build began after the change.
 * - `lag` is for figures that change all the time. The answer is served for at most a second more; a caller who must
 * see the change asks for a current answer.
 *
 * A change also affects answers that are being built (builds.ts).
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
 * How long an answer may lag after this process has learned of the change. With the time to receive the change and to
 * answer, it lags at most a second.
 */
export const LAG_MAX_MS = 900
/** The maximum age without a known change, in case one was missed. */
const KEPT_MS = 30_000
/** The maximum age while changes may be missed. */
const DOUBTED_AFTER_MS = 150

export interface ResponseCacheOptions {
  /** False while changes made by other processes may be missed. */
  isReliable?: () => boolean
}

export interface Wish {
  /** Whether the answer must include every change. */
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

    /** Sends the answer of a source, which must be the same for every caller. */
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
     * From now on, the answer with this key is sent, without the framework, to everybody who requests the same URL in
     * the same language.
     */
    remember(key: string, request: IncomingMessage, headers: Entry['headers']): void {
      const entry = store.get(key)
      if (entry && isForEverybody(request)) store.remember(entry, addressIn(request), headers)
    },

    /**
     * Repeats, without the framework, the answer that this URL got earlier, with the same bytes and headers.
     * @returns false, without sending anything, if the framework must answer.
     */
    serveFromCache(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = store.at(request.url ?? '') ?? store.at(addressIn(request))
      if (!entry?.ready || !isServable(entry) || !isForEverybody(request)) return false
      return replyRaw(request, response, entry.ready, entry.headers)
    },

    /** Drops the answers with these tags, after a change: no answer built earlier is served from now on. */
    invalidate(tags: readonly string[]): void {
      for (const entry of store.tagged(tags)) store.drop(entry)
      // Clients that wait for these answers asked before the change was acknowledged.
      for (const entry of builds.concernedBy(tags)) builds.abandon(entry)
    },

    /** Drops all answers, because any of them may be affected. */
    invalidateAll(): void {
      builds.abandonAll()
      store.clear()
    },

    /** Reports that figures with these tags have changed; answers with the tags may lag. */
    lag(tags: readonly string[]): void {
      const now = performance.now()
      for (const entry of [...store.tagged(tags), ...builds.concernedBy(tags)]) {
        entry.lagsSince ??= now
      }
    },
  }
}

/** The key of a URL's answers in the caller's language. */
function addressIn({ url, headers }: IncomingMessage): string {
  return `${localeOf(headers['accept-language'])} ${url}`
}
