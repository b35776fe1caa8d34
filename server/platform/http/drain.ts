/** Graceful shutdown: requests in progress are answered, idle connections are closed. */
import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_EVERY_MS = 50

/**
 * Fastify closes idle connections once, when closing begins. A connection that was busy then would
 * stay open for its keep-alive time, and keep the process alive; it is closed as soon as it becomes
 * idle.
 * @returns whether closing has begun.
 */
export function closeConnectionsWhenDone(app: FastifyInstance): () => boolean {
  let draining = false
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Set when the reply is sent: a request may have begun before the closing did.
    if (draining) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    draining = true
    // If no port is open, there are no connections, and nothing would ever stop the timer.
    if (!app.server.listening) return
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
  })
  return () => draining
}
