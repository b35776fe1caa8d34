/** Older clients announce JSON on calls without a body; that is no reason to refuse them. */
import type { FastifyInstance } from 'fastify'
import { ShopError } from './shop-error.ts'

/** Far deeper than any call's body, far below what exhausts the stack of a recursive function. */
const DEPTH_MAX = 32

/**
 * JSON as Fastify reads it (`__proto__` and the like refused); an empty body counts as none. It is
 * the only type that calls accept by default: plain text is refused like any other.
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

/** Whether brackets outside strings nest deeper than allowed; the text need not be JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > DEPTH_MAX) return true
  }
  return false
}
