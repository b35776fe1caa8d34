/** The composition root: every part made by hand, in order, with what it needs. */
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
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
import { ordersRoutes } from './orders/orders.routes.ts'
import { createOrders } from './orders/orders.ts'
import type { Database } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { createApi } from './platform/http/api.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { handleError } from './platform/http/error-handler.ts'
import { acceptEmptyJson } from './platform/http/json-body.ts'
import { describeApi } from './platform/http/openapi.ts'
import { servePage } from './platform/http/page.ts'
import { createPreparedAnswers } from './platform/http/prepared-answers.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { compileValidator } from './platform/http/validation.ts'
import { servePictures } from './platform/media/serve-pictures.ts'
import { shopRoutes } from './shop/shop.routes.ts'

const ROOT = join(import.meta.dirname, '..')

/** Builds the whole application over an open, migrated database. Closing it leaves that open. */
export async function createApp(config: Config, db: Database): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel },
    disableRequestLogging: true,
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
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers.resource))
  acceptEmptyJson(app)
  await allowOrigins(app, config.corsOrigins)
  await describeApi(app, config.publicUrl)

  const signals = await openSignals(db)
  const changes = createCatalogChanges()
  const prepared = createPreparedAnswers()
  changes.on(prepared.mark)
  app.addHook('onClose', async () => prepared.close())

  const sessions = createSessions(db, signals)
  const accounts = createAccounts(db, sessions)
  const catalog = createCatalog(db, changes)
  const cart = createCart(db)
  const orders = createOrders(db, changes)

  const api = createApi(app, { authenticate: sessions.authenticate, isAdmin: accounts.isAdmin })
  accountsRoutes(api, accounts)
  catalogRoutes(api, catalog, cart, prepared)
  cartRoutes(api, cart)
  ordersRoutes(api, orders)
  shopRoutes(api, config, db)

  await servePictures(app, '/media/', [join(ROOT, 'demo/pictures')])
  await servePictures(app, '/media/brands/', [join(ROOT, 'demo/brands')])
  await servePage(app, { folder: join(ROOT, 'dist/web'), headers })
  return app
}
