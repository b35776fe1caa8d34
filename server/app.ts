/** The composition root: every part made by hand, in order, with what it needs. */
import { join } from 'node:path'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createSessions } from './accounts/sessions.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { createCart } from './cart/cart.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createCatalogChanges } from './catalog/catalog-changes.ts'
import type { Config } from './config.ts'
import { startOrderTimers } from './orders/order-timers.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { createOrders } from './orders/orders.ts'
import { paymentsRoutes } from './payments/payments.routes.ts'
import { createPayments } from './payments/payments.ts'
import { createSandbox } from './payments/sandbox.ts'
import type { Database } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { createApi } from './platform/http/api.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { handleError } from './platform/http/error-handler.ts'
import { acceptEmptyJson } from './platform/http/json-body.ts'
import { describeApi } from './platform/http/openapi.ts'
import { servePage } from './platform/http/page.ts'
import { createPreparedAnswers } from './platform/http/prepared-answers.ts'
import { acceptUploads } from './platform/http/read-upload.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { compileValidator } from './platform/http/validation.ts'
import { every, type Stop } from './platform/jobs/every.ts'
import { createPictureStore } from './platform/media/picture-store.ts'
import { servePictures } from './platform/media/serve-pictures.ts'
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
    // A client that sends a byte a second holds a socket for this long at most.
    requestTimeout: 10_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
  })
  const headers = securityHeaders(config)
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(handleError)
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
  const cart = createCart(db)
  const orders = createOrders(db, changes)
  const payments = createPayments(db, orders, createSandbox())
  runWhileListening(app, (failed) => [
    startOrderTimers(orders, config.orderTimes, failed),
    every(PAYMENT_SWEEP_MS, payments.sweep, failed),
  ])

  const api = createApi(app, { authenticate: sessions.authenticate, isAdmin: accounts.isAdmin })
  accountsRoutes(api, accounts)
  catalogRoutes(api, catalog, cart, prepared)
  cartRoutes(api, cart)
  ordersRoutes(api, orders)
  paymentsRoutes(api, payments)
  shopRoutes(api, config, db, prepared)

  await servePictures(app, '/media/', [join(ROOT, 'demo/pictures'), mediaFolder])
  await servePictures(app, '/media/brands/', [join(ROOT, 'demo/brands')])
  await servePage(app, { folder: join(ROOT, 'dist/web'), headers })
  return app
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
