import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ShopError } from './shop-error.ts'

/**
 * How long a body may take to arrive, in milliseconds. Ample for the 64 KiB of an ordinary body, and for a picture on a
 * slow connection.
 */
const BODY_MS = { call: 8_000, upload: 60_000 }
/** The slowest connection that can still upload the largest file: 1 Mbit/s, in bytes per millisecond. */
const SLOWEST = 125

/** For each request with a body, a function that sets the body's remaining time in milliseconds. */
const limits = new WeakMap<IncomingMessage, (ms: number) => void>()

/**
 * Responds with a 408 if a body takes too long, or closes the connection if a response was already sent, so that bodies
 * trickling in byte by byte cannot occupy connections.
 */
export function cutSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (isBodyOnItsWay(request)) {
      let timer: NodeJS.Timeout | undefined
      const limit = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => cut(request, reply), ms).unref()
      }
      limit(isUpload(raw) ? BODY_MS.upload : BODY_MS.call)
      limits.set(raw, limit)
      for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer))
    }
    done()
  })
}

/** Allows the upload as much time as `bytesMax` bytes take on a slow connection, but at least a minute. */
export function allowTimeFor(bytesMax: number, { raw }: Pick<FastifyRequest, 'raw'>): void {
  limits.get(raw)?.(uploadMs(bytesMax))
}

/** @returns how long an upload of up to this size may take, in milliseconds. */
export function uploadMs(bytesMax: number): number {
  return Math.max(BODY_MS.upload, Math.ceil(bytesMax / SLOWEST))
}

export function isUpload({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true
}

/** Whether the headers announced a body that has not been fully received yet. */
export function isBodyOnItsWay({ raw, headers }: FastifyRequest): boolean {
  const isAnnounced =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isAnnounced && raw.complete === false
}

function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  // The error propagates to the code reading the body and becomes the response.
  if (!reply.sent && raw.listenerCount('error') > 0) {
    raw.emit('error', new ShopError('too_slow', 'error.bodyTooSlow'))
  } else {
    raw.destroy()
  }
}
