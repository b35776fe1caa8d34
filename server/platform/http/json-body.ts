import type { FastifyInstance } from 'fastify'
import { ShopError } from './shop-error.ts'

/**
 * The maximum nesting depth of JSON: far deeper than any valid body, and far too shallow to exhaust a recursive
 * function's stack.
 */
const DEPTH_MAX = 32

/**
 * Parses JSON with Fastify's parser, which rejects `__proto__` and `constructor.prototype`. An empty body is treated as
 * no body, because older clients send a JSON content type without one. No other type is accepted by default, not even
 * plain text.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (isTooDeep(body as string)) done(new ShopError('malformed', 'error.bodyTooDeep'))
    else parse(request, body as string, done)
  })
}

/** Whether brackets outside strings are nested too deeply. `text` need not be valid JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > DEPTH_MAX) return true
  }
  return false
}
