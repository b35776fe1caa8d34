/** Older clients announce JSON on calls without a body; that is no reason to refuse them. */
import type { FastifyInstance } from 'fastify'

/** JSON as Fastify reads it (`__proto__` and its like refused), an empty body being none. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
