/**
 * A call without a payload accepts an empty body with any content type, because HTTP clients send one: axios sends an
 * empty form or empty chunks, and `fetch` with the body `''` sends plain text.
 */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { ShopError } from './shop-error.ts'

const WITHOUT_BODY = {
  'content-type': undefined,
  'transfer-encoding': undefined,
  'content-length': '0',
}

/** The content type in lower case, without parameters; '' if none is stated. */
export function contentTypeOf({ headers }: FastifyRequest): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function unsupportedType(): ShopError {
  return new ShopError('unsupported_type', 'error.contentType')
}

/**
 * A `preParsing` hook that leaves JSON to its parser. A body of any other type must be empty, and counts as no body; a
 * single byte is answered with 415.
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

/** Calls `done` when the body ends, or at its first byte with an error. */
function onceEmpty(body: Readable, done: (error?: Error) => void): void {
  const settle = (error?: Error) => {
    body.off('data', onData).off('end', onEnd).off('error', settle)
    done(error)
  }
  const onData = () => settle(unsupportedType())
  const onEnd = () => settle()
  body.on('error', settle).on('end', onEnd).on('data', onData)
}
