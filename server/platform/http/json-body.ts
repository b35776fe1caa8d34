import type { FastifyInstance } from 'fastify'
import { ShopError } from './shop-error.ts'

/**
 * How deep JSON may nest: far deeper than the body of any call, and far below what exhausts the stack of a recursive
 * function.
 */
const DEPTH_MAX = 32

/**
 * Reads JSON with Fastify's parser, which refuses `__proto__` and `constructor.prototype`. An empty body counts as no
 * body, because older clients announce JSON on calls without a body. No other type is accepted by default, not even
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

/** Whether brackets outside strings nest deeper than allowed; `text` need not be valid JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > DEPTH_MAX) return true
  }
  return false
}
