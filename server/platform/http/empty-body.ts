/**
 * Endpoints without a request body accept an empty body of any content type, because HTTP clients send such bodies:
 * axios sends an empty form or empty chunks, and `fetch` with the body `''` sends plain text.
 */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { ShopError } from './shop-error.ts'

const WITHOUT_BODY = {
  'content-type': undefined,
  'transfer-encoding': undefined,
  'content-length': '0',
}

/** The content type in lower case and without parameters; '' if missing. */
export function contentTypeOf({ headers }: FastifyRequest): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function unsupportedType(): ShopError {
  return new ShopError('unsupported_type', 'error.contentType')
}

/**
 * A `preParsing` hook that treats an empty body as no body. JSON is left to its parser. A non-empty body of any other
 * type gets a 415.
 */
export function takeEmptyBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
  done: (error?: Error | null, payload?: RequestPayload) => void,
): void {
  if (contentTypeOf(request) === 'application/json') {
    done(null, payload)
    return
  }
  onceEmpty(payload, (error) => {
    if (!error) request.headers = WITHOUT_BODY
    done(error, payload)
  })
}

/** Calls `done` when the body ends, or with an error at its first byte. */
function onceEmpty(body: Readable, done: (error?: Error) => void): void {
  const settle = (error?: Error) => {
    body.off('data', onData).off('end', onEnd).off('error', settle)
    done(error)
  }
  const onData = () => settle(unsupportedType())
  const onEnd = () => settle()
  body.on('error', settle).on('end', onEnd).on('data', onData)
}
