import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_EVERY_MS = 50

/**
 * Shuts down gracefully, finishing requests in progress. Fastify closes idle connections only once, when closing
 * begins. A connection busy at that moment would stay open for its keep-alive time and keep the process alive, so this
 * function closes each connection as soon as it is idle.
 * @returns a function that returns whether closing has begun.
 */
export function closeConnectionsWhenDone(app: FastifyInstance): () => boolean {
  let draining = false
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // `draining` is checked when the reply is sent, because closing may have begun after the request arrived.
    if (draining) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    draining = true
    // A server that is not listening has no connections, and nothing would ever stop the timer.
    if (!app.server.listening) return
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
  })
  return () => draining
}
