/**
 * Answers kept as bytes, serialised ahead of the request and compressed once. A change marks what
 * it touches; once a second what was marked is made anew in the background, or dropped when
 * nobody asked for it lately. Until then the answer of before the change is served: at most a
 * second old, plus the time to build it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createTurns } from '../../jobs/in-turn.ts'
import { isUnavailable } from '../../unavailable.ts'
import {
  type Encoding,
  encode,
  type EncodedAnswer,
  preferredEncoding,
  prepare,
} from './encoded-answer.ts'

/** An answer's JSON text and the ids of the things it shows. */
export interface Built {
  json: string
  shows: ReadonlySet<number>
}

type Build = () => Promise<Built>

interface Entry {
  build: Build
  answer: Promise<EncodedAnswer>
  /** What `answer` resolves to, once it does. */
  ready: EncodedAnswer | null
  /** What `ready` shows. */
  shows: ReadonlySet<number>
  builtAt: number
  /** Any change may concern what is being built. */
  isBuilding: boolean
  /** A change may concern the newest answer, `ready` or being built. */
  isMarked: boolean
  /** A change concerns `ready`. */
  isOutdated: boolean
  /** Since it was last built. */
  asks: number
  /** Addresses that are answered at once. */
  urls: string[]
  /** Headers that do not depend on the bytes, as the first whole request got them. */
  headers: Readonly<Record<string, string>>
}

/** With the quarter of a second that news of another process may take: within a second. */
const REBUILD_EVERY_MS = 700
/** Lists show orders that other products' changes shift; so everything is made anew after this. */
const KEPT_MS = 30_000
/** Where that is not possible: the database cannot answer now, or too many are asked for more. */
const KEPT_AT_MOST_MS = 60_000
/**
 * Of more that are due, the most asked for are made anew, and who asks for another builds it:
 * thousands at once would hold up whoever orders.
 */
const RENEWED_MAX = 64
const RENEWED_AT_ONCE = 2
/** What has no turn by then is dropped when a change concerns it. */
const RENEWED_WITHIN_MS = 250
const ENTRIES_MAX = 2000
const BYTES_MAX = 24 * 2 ** 20
/** The same thing under many addresses is somebody playing with the query. */
const URLS_MAX = 4
const URL_LENGTH_MAX = 300

export type ResponseCache = ReturnType<typeof createResponseCache>

export function createResponseCache() {
  const entries = new Map<string, Entry>()
  const byUrl = new Map<string, Entry>()
  let bytes = 0
  const inTurn = createTurns({ most: RENEWED_AT_ONCE, waitMs: RENEWED_WITHIN_MS })
  let renewing = 0
  const timer = setInterval(refresh, REBUILD_EVERY_MS)
  timer.unref()

  function start(key: string, build: Build): Entry {
    const entry: Entry = {
      build,
      ready: null,
      shows: new Set(),
      builtAt: performance.now(),
      isBuilding: true,
      isMarked: false,
      isOutdated: false,
      asks: 0,
      urls: [],
      headers: {},
      answer: build().then(({ json, shows }) => settle(key, entry, prepare(json), shows)),
    }
    // A failed build is not kept: the next request tries again.
    entry.answer.catch(() => drop(key, entry))
    entries.set(key, entry)
    makeRoom()
    return entry
  }

  function settle(
    key: string,
    entry: Entry,
    answer: EncodedAnswer,
    shows: Entry['shows'],
  ): EncodedAnswer {
    if (entries.get(key) === entry) bytes += answer.plain.length - (entry.ready?.plain.length ?? 0)
    entry.ready = answer
    entry.shows = shows
    entry.isBuilding = false
    entry.isOutdated = entry.isMarked
    makeRoom()
    return answer
  }

  /** The oldest go first. */
  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= ENTRIES_MAX && bytes <= BYTES_MAX) return
      drop(key, entry)
    }
  }

  function drop(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    bytes -= entry.ready?.plain.length ?? 0
    for (const url of entry.urls) byUrl.delete(url)
  }

  function refresh(): void {
    const now = performance.now()
    // A second build could end before the first, which would then put back what was before.
    const due = [...entries].filter(
      ([, { isBuilding, isMarked, builtAt }]) =>
        !isBuilding && (isMarked || now - builtAt >= KEPT_MS),
    )
    due.sort(([, one], [, other]) => other.asks - one.asks)
    for (const [key, entry] of due) {
      if (entry.asks > 0 && renewing < RENEWED_MAX) void replace(key, entry)
      else if (entry.asks === 0 || entry.isMarked || isTooOld(entry.builtAt)) drop(key, entry)
    }
  }

  /**
   * The old answer stands until the new one is ready, compressed as it was; and while the database
   * cannot answer, unless a change made it outdated: 503 is better than a wrong price or stock.
   */
  async function replace(key: string, entry: Entry): Promise<void> {
    const { builtAt } = entry
    renewing += 1
    entry.isBuilding = true
    entry.asks = 0
    try {
      const { json, shows } = await inTurn(() => {
        // What changes while it waits for its turn is in it already.
        entry.isMarked = false
        entry.builtAt = performance.now()
        return entry.build()
      })
      const answer = prepare(json)
      const encodings = Object.keys(entry.ready?.encoded ?? {}) as Encoding[]
      await Promise.all(encodings.map((encoding) => encode(answer, encoding)))
      settle(key, entry, answer, shows)
      entry.answer = Promise.resolve(answer)
    } catch (error) {
      if (entry.isOutdated || isTooOld(builtAt) || !isUnavailable(error as Error)) {
        drop(key, entry)
      } else {
        // It stands, and is as old as it was: the next round tries again.
        entry.builtAt = builtAt
        entry.isBuilding = false
        entry.asks = 1
      }
    } finally {
      renewing -= 1
    }
  }

  /** From now on this address is answered at once. */
  function remember(entry: Entry, url: string, headers: Entry['headers']): void {
    if (entry.urls.length >= URLS_MAX || url.length > URL_LENGTH_MAX || byUrl.has(url)) return
    entry.headers = headers
    entry.urls.push(url)
    byUrl.set(url, entry)
  }

  function entryOf(key: string, build: Build): Entry {
    const entry = entries.get(key) ?? start(key, build)
    entry.asks += 1
    return entry
  }

  return {
    /** The answer under `key`, built by `build` when there is none. */
    get: (key: string, build: Build): Promise<EncodedAnswer> => entryOf(key, build).answer,

    /**
     * Sends the answer under `key` in the encoding that the client prefers, or 304 when it has
     * this answer already. It must be the same for everybody.
     */
    async send(
      key: string,
      build: Build,
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    ): Promise<FastifyReply> {
      const entry = entryOf(key, build)
      const answer = await entry.answer
      const encoding = preferredEncoding(request.headers['accept-encoding'])
      const body = encoding ? await encode(answer, encoding) : answer.plain
      // CORS has said already that the answer varies with the origin.
      const vary = reply.getHeader('vary')
      reply
        .header('cache-control', 'no-cache')
        .header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
        .type('application/json; charset=utf-8')
      if (isForEverybody(request.raw) && entries.get(key) === entry)
        remember(entry, request.raw.url ?? '', reply.getHeaders() as Entry['headers'])
      reply.header('etag', answer.etag)
      if (request.headers['if-none-match'] === answer.etag) {
        return reply.removeHeader('content-type').code(304).send()
      }
      return (encoding ? reply.header('content-encoding', encoding) : reply).send(body)
    },

    /**
     * Answers without the framework what `send` has answered at this address before, with the
     * same bytes and headers: finding the route, validating and hooks cost more than the answer.
     * @returns false when the request needs more than that; nothing was sent then.
     */
    serveFromCache(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = byUrl.get(request.url ?? '')
      if (!entry?.ready || !isForEverybody(request)) return false
      const { ready } = entry
      const { headers } = request
      const encoding = preferredEncoding(headers['accept-encoding'])
      const body = encoding ? ready.encoded[encoding] : ready.plain
      if (!body) return false
      entry.asks += 1
      const isKnown = headers['if-none-match'] === ready.etag
      const kind = isKnown ? 'none' : (encoding ?? 'plain')
      ready.heads[kind] ??= headOf(entry.headers, ready.etag, isKnown ? null : { encoding, body })
      response.writeHead(isKnown ? 304 : 200, ready.heads[kind])
      response.end(isKnown ? undefined : body)
      return true
    },

    /** These things changed: whatever shows one of them is made anew within a second. */
    mark(ids: readonly number[]): void {
      for (const entry of entries.values()) {
        if (ids.some((id) => entry.shows.has(id))) entry.isOutdated = true
        if (entry.isOutdated || entry.isBuilding) entry.isMarked = true
      }
    },

    close(): void {
      clearInterval(timer)
    },
  }
}

function isTooOld(builtAt: number): boolean {
  return performance.now() - builtAt >= KEPT_AT_MOST_MS
}

/** A body has to be read, or cut when it is slow; the others make an answer one's own. */
const THE_WHOLE_WAY = [
  'authorization',
  'content-length',
  'origin',
  'range',
  'transfer-encoding',
] as const

/** Whether nothing but address, encoding and ETag decides about the answer. */
function isForEverybody({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && THE_WHOLE_WAY.every((name) => headers[name] === undefined)
}

/** Names and values in turn, which Node writes as they are. */
function headOf(
  common: Entry['headers'],
  etag: string,
  content: { encoding: Encoding | null; body: Buffer } | null,
): string[] {
  const { 'content-type': type, ...others } = common
  return Object.entries({
    ...others,
    etag,
    ...(content && type && { 'content-type': type, 'content-length': String(content.body.length) }),
    ...(content?.encoding && { 'content-encoding': content.encoding }),
  }).flat()
}
