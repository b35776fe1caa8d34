/** An orderly end: requests under way are answered, connections that wait for nothing are closed. */
import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_EVERY_MS = 50

/**
 * Fastify closes idle connections once, when closing begins. One that was busy then stays open for
 * its keep-alive time, and the process with it: so they are closed as soon as they become idle.
 * @returns whether closing has begun.
 */
export function closeConnectionsWhenDone(app: FastifyInstance): () => boolean {
  let draining = false
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Said at the end: a request may have begun before the closing did.
    if (draining) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    draining = true
    // Without a port there are no connections, and nothing that would ever end the looking.
    if (!app.server.listening) return
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
  })
  return () => draining
}
