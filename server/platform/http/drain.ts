import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_EVERY_MS = 50

/**
 * Shuts down gracefully: requests in progress are answered. Fastify closes idle connections only once, when closing
 * begins; a connection that was busy then would stay open for its keep-alive time, and keep the process alive. This
 * function closes each connection as soon as it is idle.
 * @returns a function that says whether closing has begun.
 */
export function closeConnectionsWhenDone(app: FastifyInstance): () => boolean {
  let draining = false
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Set when the reply is sent, because closing may have begun after the request.
    if (draining) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    draining = true
    // If the server does not listen, it has no connections, and nothing would ever stop the timer.
    if (!app.server.listening) return
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
  })
  return () => draining
}
