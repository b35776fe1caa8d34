import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ShopError } from './shop-error.ts'

/** How long a body may take: ample for the 64 KiB of a call's body; uploads have the full request timeout. */
const BODY_MS = 8_000

/**
 * Answers 408 if a body takes too long, or closes the connection if the answer is already sent: bodies that arrive byte
 * by byte must not occupy connections.
 */
export function cutSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (mayTakeTooLong(request)) {
      const timer = setTimeout(() => cut(request, reply), BODY_MS)
      timer.unref()
      request.raw.once('end', () => clearTimeout(timer))
      request.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

function mayTakeTooLong(request: FastifyRequest): boolean {
  return isBodyOnItsWay(request) && !isUpload(request.raw)
}

export function isUpload({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true
}

/** Whether the headers announced a body that has not fully arrived yet. */
export function isBodyOnItsWay({ raw, headers }: FastifyRequest): boolean {
  const isAnnounced =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isAnnounced && raw.complete === false
}

function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  // The error reaches whatever reads the body, which answers with it.
  if (!reply.sent && raw.listenerCount('error') > 0) {
    raw.emit('error', new ShopError('too_slow', 'error.bodyTooSlow'))
  } else {
    raw.destroy()
  }
}
