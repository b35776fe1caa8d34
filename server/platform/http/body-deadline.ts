/** Bodies that come byte by byte must not hold their connections. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ShopError } from './shop-error.ts'

/** Ample for the 64 KiB of a call; uploads have the whole time of a request. */
const BODY_MS = 8_000

/** Answers 408 to a body that takes too long, or just hangs up where the answer is out already. */
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

/** Whether it is a form with a file in it, judged by what its headers say. */
export function isUpload({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true
}

/** Whether a body was announced of which something is still to come. */
export function isBodyOnItsWay({ raw, headers }: FastifyRequest): boolean {
  const isAnnounced =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isAnnounced && raw.complete === false
}

function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  // Whoever reads the body hears of it like of any other error of the stream, and answers.
  if (!reply.sent && raw.listenerCount('error') > 0) {
    raw.emit('error', new ShopError('too_slow', 'refusal.bodyTooSlow'))
  } else {
    raw.destroy()
  }
}
