/** Serves the built page: hashed files for ever, its HTML for every address that is no file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { handleNotFound } from './error-handler.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** What is not an address of the page, whatever the method. */
const NOT_A_SCREEN =
  /^\/(api|media|assets|broadcasting|app|apps|healthz|readyz|metrics)(\/|$)|\.\w+$/

export async function servePage(
  app: FastifyInstance,
  { folder, headers }: { folder: string; headers: SecurityHeaders },
): Promise<void> {
  const html = await readFile(join(folder, 'index.html')).catch(() => null)
  if (html) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isScreen = ['GET', 'HEAD'].includes(request.method) && !NOT_A_SCREEN.test(path)
    if (!html || !isScreen) return handleNotFound(request, reply)
    return reply
      .headers(headers.document)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
