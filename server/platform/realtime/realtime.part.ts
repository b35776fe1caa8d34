/** Real time as a part: its calls, and its sockets on the server's own port. */
import type { FastifyInstance } from 'fastify'
import { createBatcher } from '../concurrency/batcher.ts'
import type { Processes } from '../db/processes.ts'
import type { Guards } from '../http/api.ts'
import { isAllowedOrigin } from '../http/cors.ts'
import type { Engine, Rules } from './engine.ts'
import { realtimeRoutes } from './realtime.routes.ts'
import type { RealtimeSettings } from './realtime.settings.ts'
import { createRealtime, type RealtimeParts } from './realtime.ts'

interface Settings {
  realtime: RealtimeSettings
  publicUrl: string
  corsOrigins: string[] | null
  trustProxy: boolean
}

export interface RealtimePartNeeds extends Pick<RealtimeParts, 'db' | 'warn'> {
  config: Settings
  app: FastifyInstance
  processes: Processes
  guards: Guards
  aliveSessions: Rules['aliveSessions']
}

export async function createRealtimePart(needs: RealtimePartNeeds) {
  const { config, db, app, processes, guards, warn } = needs
  const { publicUrl, corsOrigins, trustProxy } = config
  const { engine, authorizer } = await createRealtime({
    ...{ db, trustProxy, warn },
    settings: config.realtime,
    signals: processes.signals,
    // After a restart all clients return at once, and each asks.
    rules: { aliveSessions: createBatcher(needs.aliveSessions), isAdmin: guards.isAdmin },
    isOriginAllowed: (origin) => origin === publicUrl || isAllowedOrigin(origin, corsOrigins),
  })
  return {
    engine,

    routes(): void {
      realtimeRoutes(app, guards, authorizer)
      app.decorate('realtime', engine)
      app.server.on('upgrade', engine.upgrade)
      // Before the server stops listening: closing waits for every connection, sockets included.
      app.addHook('preClose', engine.close)
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The code that starts the shop opens the separate port of this engine. */
    realtime: Engine
  }
}
