/**
 * Answers kept as bytes, serialised and compressed ahead of the request. A change marks what it
 * touches; once a second what was marked is made anew in the background, or dropped when nobody
 * asked for it lately. Until then the answer of before the change is served: at most a second
 * old, plus the time to build it.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface PreparedAnswer {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** An answer's JSON text and the ids of the things it shows. */
export interface Built {
  json: string
  shows: ReadonlySet<number>
}

interface Entry {
  build: () => Promise<Built>
  answer: Promise<PreparedAnswer>
  /** Null until it is built: then any change may concern it. */
  shows: ReadonlySet<number> | null
  builtAt: number
  isMarked: boolean
  isWanted: boolean
}

/** With the quarter of a second that news of another process may take: within a second. */
const REBUILD_EVERY_MS = 700
/** Lists show orders that other products' changes shift; so nothing is kept longer than this. */
const KEPT_MS = 30_000
const ENTRIES_MAX = 2000

export type PreparedAnswers = ReturnType<typeof createPreparedAnswers>

export function createPreparedAnswers() {
  const entries = new Map<string, Entry>()
  const timer = setInterval(refresh, REBUILD_EVERY_MS)
  timer.unref()

  function start(key: string, build: () => Promise<Built>): Entry {
    const entry: Entry = {
      build,
      shows: null,
      builtAt: performance.now(),
      isMarked: false,
      isWanted: true,
      answer: build().then((built) => {
        entry.shows = built.shows
        return prepare(built.json)
      }),
    }
    // A failed build is not kept: the next request tries again.
    entry.answer.catch(() => entries.get(key) === entry && entries.delete(key))
    if (entries.size >= ENTRIES_MAX) entries.delete(entries.keys().next().value ?? '')
    entries.set(key, entry)
    return entry
  }

  function refresh(): void {
    for (const [key, entry] of entries) {
      if (!entry.isMarked && performance.now() - entry.builtAt < KEPT_MS) continue
      if (entry.isWanted) replace(key, entry)
      else entries.delete(key)
    }
  }

  /** The old answer stands until the new one is ready. */
  function replace(key: string, old: Entry): void {
    old.isMarked = false
    old.builtAt = performance.now()
    old.isWanted = false
    old
      .build()
      .then(async (built) => {
        const answer = await prepare(built.json)
        old.shows = built.shows
        old.answer = Promise.resolve(answer)
      })
      .catch(() => entries.delete(key))
  }

  return {
    /** The answer under `key`, built by `build` when there is none. */
    get(key: string, build: () => Promise<Built>): Promise<PreparedAnswer> {
      const entry = entries.get(key) ?? start(key, build)
      entry.isWanted = true
      return entry.answer
    },

    /** These things changed: whatever shows one of them is made anew within a second. */
    mark(ids: readonly number[]): void {
      for (const entry of entries.values()) {
        const { shows } = entry
        if (shows === null || ids.some((id) => shows.has(id))) entry.isMarked = true
      }
    },

    close(): void {
      clearInterval(timer)
    },
  }
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function prepare(json: string): Promise<PreparedAnswer> {
  const plain = Buffer.from(json)
  const [br, gz] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(plain),
  ])
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`
  return { etag, plain, br, gzip: gz }
}

/** Sends the encoding that the client prefers, or 304 when it has this answer already. */
export function sendPrepared(
  answer: PreparedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // CORS has said already that the answer varies with the origin.
  const vary = reply.getHeader('vary')
  reply
    .header('etag', answer.etag)
    .header('cache-control', 'no-cache')
    .header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const accepted = request.headers['accept-encoding'] ?? ''
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(answer.br)
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(answer.gzip)
  return reply.send(answer.plain)
}
