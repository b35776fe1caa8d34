/** The composition root: every part made by hand, in order, with what it needs. */
import { join } from 'node:path'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { createAccounts } from './accounts/accounts.ts'
import {
  createPasswordReset,
  PASSWORD_CHANGED_TOPIC,
  PASSWORD_LINK_TOPIC,
} from './accounts/password-reset.ts'
import { createSessions } from './accounts/sessions.ts'
import { announceCartEvents } from './cart/cart.events.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { createCart } from './cart/cart.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createCatalogChanges } from './catalog/catalog-changes.ts'
import type { Config } from './config.ts'
import { startOrderTimers } from './orders/order-timers.ts'
import { announceOrderEvents } from './orders/orders.events.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { createOrders } from './orders/orders.ts'
import { paymentsRoutes } from './payments/payments.routes.ts'
import { createPayments } from './payments/payments.ts'
import { createSandbox } from './payments/sandbox.ts'
import type { Database } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { createApi } from './platform/http/api.ts'
import { allowOrigins, isAllowedOrigin } from './platform/http/cors.ts'
import { closeConnectionsWhenDone } from './platform/http/drain.ts'
import { handleError } from './platform/http/error-handler.ts'
import { healthRoutes } from './platform/http/health.routes.ts'
import { acceptEmptyJson } from './platform/http/json-body.ts'
import { describeApi } from './platform/http/openapi.ts'
import { servePage } from './platform/http/page.ts'
import { createPreparedAnswers } from './platform/http/prepared-answers.ts'
import { acceptUploads } from './platform/http/read-upload.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { compileValidator } from './platform/http/validation.ts'
import { every, type Stop } from './platform/jobs/every.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createPictureStore } from './platform/media/picture-store.ts'
import { servePictures } from './platform/media/serve-pictures.ts'
import { createOutbox } from './platform/outbox/outbox.ts'
import type { Engine } from './platform/realtime/engine.ts'
import { isWebSocketUpgrade } from './platform/realtime/listen.ts'
import { realtimeRoutes } from './platform/realtime/realtime.routes.ts'
import { createRealtime } from './platform/realtime/realtime.ts'
import { shopRoutes } from './shop/shop.routes.ts'

const PAYMENT_SWEEP_MS = 30_000

const ROOT = join(import.meta.dirname, '..')

/** Builds the whole application over an open, migrated database. Closing it leaves that open. */
export async function createApp(config: Config, db: Database): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: JSON_BODY_MAX,
    // Addresses that the router cannot read do not reach the error handler otherwise.
    frameworkErrors: handleError,
    // A client that sends a byte a second holds a socket for this long at most.
    requestTimeout: 10_000,
    http: {
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      shouldUpgradeCallback: isWebSocketUpgrade,
    },
    forceCloseConnections: 'idle',
  })
  const headers = securityHeaders(config)
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(handleError)
  const isDraining = closeConnectionsWhenDone(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers.resource)
    done()
  })
  acceptEmptyJson(app)
  await acceptUploads(app)
  await allowOrigins(app, config.corsOrigins)
  await describeApi(app, config.publicUrl)

  const mediaFolder = join(config.dataDir, 'media')
  const signals = await openSignals(db)
  const changes = createCatalogChanges()
  const prepared = createPreparedAnswers()
  changes.on(prepared.mark)
  app.addHook('onClose', async () => prepared.close())

  const sessions = createSessions(db, signals)
  const pictures = await createPictureStore(mediaFolder)
  const accounts = createAccounts(db, sessions, pictures)
  const catalog = createCatalog(db, changes)
  const warn = (err: unknown, what: string) => app.log.warn({ err }, what)
  const realtime = createRealtime({
    settings: config.realtime,
    db,
    signals,
    rules: { aliveSessions: sessions.alive, isAdmin: accounts.isAdmin },
    isOriginAllowed: (origin) =>
      origin === config.publicUrl || isAllowedOrigin(origin, config.corsOrigins),
    trustProxy: config.trustProxy,
    warn,
  })
  const outbox = createOutbox({ db, publish: realtime.engine.publish, warn })
  const cart = createCart(db, outbox.nudge)
  const orders = createOrders(db, changes)
  announceCartEvents(outbox, cart)
  announceOrderEvents(outbox, orders)
  // Whatever is done to an order changes its product's stock, so this hears of every order event.
  changes.on(outbox.nudge)
  sessions.onRevoked(realtime.engine.revoke)
  serveRealtime(app, realtime.engine)
  const passwordReset = createPasswordReset({
    db,
    sessions,
    mailer: createMailer({ ...config.mail, folder: join(config.dataDir, 'outbox') }),
    publicUrl: config.publicUrl,
    nudge: outbox.nudge,
  })
  outbox.onEach(PASSWORD_LINK_TOPIC, passwordReset.mailLink)
  outbox.onEach(PASSWORD_CHANGED_TOPIC, passwordReset.mailNotice)
  const payments = createPayments(db, orders, createSandbox())
  runWhileListening(app, (failed) => [
    startOrderTimers(orders, config.orderTimes, failed),
    every(PAYMENT_SWEEP_MS, payments.sweep, failed),
    outbox.start(),
  ])

  const guards = { authenticate: sessions.authenticate, isAdmin: accounts.isAdmin }
  const api = createApi(app, guards)
  accountsRoutes(api, accounts, passwordReset)
  catalogRoutes(api, catalog, cart, prepared)
  cartRoutes(api, cart)
  ordersRoutes(api, orders)
  paymentsRoutes(api, payments)
  realtimeRoutes(app, guards, realtime.authorizer)
  shopRoutes(api, config, db, prepared)
  healthRoutes(api, db, isDraining)

  await servePictures(app, '/media/', [join(ROOT, 'demo/pictures'), mediaFolder])
  await servePictures(app, '/media/brands/', [join(ROOT, 'demo/brands')])
  await servePage(app, { folder: join(ROOT, 'dist/web'), headers })
  return app
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Its port of its own is opened by whoever starts the shop. */
    realtime: Engine
  }
}

function serveRealtime(app: FastifyInstance, realtime: Engine): void {
  app.decorate('realtime', realtime)
  app.server.on('upgrade', realtime.upgrade)
  // Before the server stops listening: closing waits for every connection, sockets included.
  app.addHook('preClose', realtime.close)
}

/** Timers belong to a server that serves: an application that is only injected into has none. */
function runWhileListening(
  app: FastifyInstance,
  start: (failed: (error: unknown) => void) => Stop[],
): void {
  let stops: Stop[] = []
  app.addHook('onListen', async () => {
    stops = start((error) => app.log.error({ err: error }, 'a timer failed'))
  })
  app.addHook('onClose', async () => void (await Promise.all(stops.map((stop) => stop()))))
}
