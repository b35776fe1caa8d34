import type { FastifyInstance } from 'fastify'
import { createBatcher } from '../concurrency/batcher.ts'
import type { Database } from '../db/database.ts'
import type { OpenSignals } from '../db/signals.ts'
import type { Guards } from '../http/api.ts'
import { isAllowedOrigin } from '../http/cors.ts'
import { createAuthorizer } from './authorize.ts'
import { createBuiltInEngine } from './built-in.ts'
import { createSignalBus } from './bus.ts'
import type { Engine, Rules } from './engine.ts'
import { realtimeRoutes } from './realtime.routes.ts'
import type { RealtimeSettings } from './realtime.settings.ts'
import { createSigner } from './signature.ts'

interface Settings {
  realtime: RealtimeSettings
  publicUrl: string
  corsOrigins: string[] | null
  trustProxy: boolean
}

export interface RealtimePartNeeds {
  config: Settings
  db: Database
  app: FastifyInstance
  signals: OpenSignals
  guards: Guards
  aliveSessions: Rules['aliveSessions']
  warn(error: unknown, what: string): void
}

export async function createRealtimePart(needs: RealtimePartNeeds) {
  const { config, db, app, signals, guards, warn } = needs
  const { realtime: settings, publicUrl, corsOrigins, trustProxy } = config
  const signer = createSigner(settings)
  // Lookups are batched, because all clients return together after a restart, and each one's session is checked.
  const rules = { aliveSessions: createBatcher(needs.aliveSessions), roleOf: guards.roleOf }
  const engine = settings.serviceUrl
    ? (await import('./service.ts')).createServiceEngine(settings, settings.serviceUrl, warn)
    : createBuiltInEngine({
        settings,
        signer,
        rules,
        trustProxy,
        warn,
        bus: createSignalBus(db, signals, warn),
        onBusReliable: signals.onReliable,
        isOriginAllowed: (origin) => origin === publicUrl || isAllowedOrigin(origin, corsOrigins),
      })
  const authorizer = createAuthorizer(engine, signer, rules, settings.limits)
  return {
    engine,

    routes(): void {
      realtimeRoutes(app, guards, authorizer)
      app.decorate('realtime', engine)
      app.server.on('upgrade', engine.upgrade)
      // Sockets are closed before the server stops listening, because it waits for all connections, including sockets.
      app.addHook('preClose', engine.close)
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** `main.ts` opens the engine's separate port. */
    realtime: Engine
  }
}
