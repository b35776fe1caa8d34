/** The composition root: every part made by hand, in order, with what it needs. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { picturesOfAccounts } from './accounts/account-pictures.ts'
import { accountsAdminRoutes } from './accounts/accounts.admin-routes.ts'
import { createAccountsPart } from './accounts/accounts.part.ts'
import { asksToConfirm } from './accounts/emails/confirmed.ts'
import { createManageCustomers } from './accounts/manage-customers.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { announceCartEvents } from './cart/cart.events.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { createCart } from './cart/cart.ts'
import { applyChange } from './catalog/cached-catalog.ts'
import { announceStockEvents } from './catalog/catalog.events.ts'
import { type CatalogCaches, catalogRoutes } from './catalog/catalog.routes.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createCatalogChanges } from './catalog/catalog-changes.ts'
import { catalogAdminRoutes } from './catalog/manage/catalog.admin-routes.ts'
import { createImportProducts } from './catalog/manage/import-products.ts'
import { createManageProducts } from './catalog/manage/manage-products.ts'
import { picturesOfProducts } from './catalog/product-pictures.ts'
import { ratingsOf } from './catalog/ratings-of.ts'
import { createRecentBuyers } from './catalog/recent-buyers.ts'
import { createChangeSharing, NO_SHARING } from './catalog/shared-changes.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { createInvariantsWatch } from './invariants.ts'
import { createManageOrders } from './orders/manage-orders.ts'
import { picturesOfOrders } from './orders/order-pictures.ts'
import { startOrderTimers } from './orders/order-timers.ts'
import { ordersAdminRoutes } from './orders/orders.admin-routes.ts'
import { announceOrderEvents } from './orders/orders.events.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { createOrders } from './orders/orders.ts'
import { rollUpDays } from './orders/sales.ts'
import { paymentsAdminRoutes } from './payments/payments.admin-routes.ts'
import { paymentsRoutes, webhookRoutes } from './payments/payments.routes.ts'
import { createPayments } from './payments/payments.ts'
import { REFUND_PAYMENT_TOPIC } from './payments/provider.ts'
import { createProvider } from './payments/providers.ts'
import { createReconciliation } from './payments/reconciliation.ts'
import { createRefunds } from './payments/refund-order.ts'
import { createBatcher } from './platform/concurrency/batcher.ts'
import type { Database } from './platform/db/database.ts'
import { joinPeers, NO_PEERS } from './platform/db/peers.ts'
import { openSignals } from './platform/db/signals.ts'
import { callerOf, createApi } from './platform/http/api.ts'
import { isAllowedOrigin } from './platform/http/cors.ts'
import { createServer } from './platform/http/create-server.ts'
import { freeBytesIn, healthRoutes } from './platform/http/health.routes.ts'
import { metricsRoutes } from './platform/http/metrics.routes.ts'
import { servePage } from './platform/http/page.ts'
import { createResponseCache } from './platform/http/response-cache/response-cache.ts'
import { every, type Stop } from './platform/jobs/every.ts'
import { createKeptPictures, type PicturesInUse } from './platform/media/kept-pictures.ts'
import { createPictureStore, createS3PictureStore } from './platform/media/picture-store.ts'
import { createS3 } from './platform/media/s3.ts'
import { serveBucket, servePictures } from './platform/media/serve-pictures.ts'
import { createOutbox } from './platform/outbox/outbox.ts'
import type { Engine } from './platform/realtime/engine.ts'
import { realtimeRoutes } from './platform/realtime/realtime.routes.ts'
import { createRealtime } from './platform/realtime/realtime.ts'
import { createManageWindow } from './shop/manage-storefront.ts'
import { shopAdminRoutes } from './shop/shop.admin-routes.ts'
import { shopRoutes } from './shop/shop.routes.ts'
import { picturesOfWindow } from './shop/storefront-pictures.ts'

const PAYMENT_SWEEP_MS = 30_000
const ROLL_UP_DAYS_MS = 60_000
/** How often it is asked whether the daily comparison is due. */
const RECONCILE_MS = 600_000
const REMOVE_PICTURES_MS = 3_600_000

const ROOT = join(import.meta.dirname, '..')

/** Everybody who shows pictures: what none of them names is removed. */
export const PICTURES_IN_USE: readonly PicturesInUse[] = [
  picturesOfProducts,
  picturesOfOrders,
  picturesOfAccounts,
  picturesOfWindow,
]

/** Builds the whole application over an open, migrated database. Closing it leaves that open. */
export async function createApp(config: Config, db: Database): Promise<FastifyInstance> {
  const options = { isReliable: () => db.engine.listening() }
  const caches = { pages: createResponseCache(options), suggestions: createResponseCache(options) }
  const { app, headers, isDraining } = await createServer(config, Object.values(caches))
  const parts = { caches, ...(await createParts(app, config, db)) }
  connectParts(app, parts)
  runTimers(app, config, db, parts)
  declareRoutes(app, config, db, parts)
  measure(app, config, db, { ...parts, isDraining })
  await serveFiles(app, parts)
  await servePage(app, { folder: join(ROOT, 'dist/web'), headers })
  return app
}

type Parts = Awaited<ReturnType<typeof createParts>> & { caches: CatalogCaches }

/** What the shop consists of, each part after those it needs. */
async function createParts(app: FastifyInstance, config: Config, db: Database) {
  const warn = (err: unknown, what: string) => app.log.warn({ err }, what)
  const signals = await openSignals(db)
  const hasOthers = db.engine.name === 'postgres'
  const peers = hasOthers ? await joinPeers(signals, warn) : NO_PEERS
  const sharing = hasOthers ? createChangeSharing(signals, peers, warn) : NO_SHARING
  const changes = createCatalogChanges(sharing)
  const mediaFolder = join(config.dataDir, 'media')
  const s3 = config.s3 && createS3(config.s3)
  const pictureStore = s3 ? createS3PictureStore(s3) : await createPictureStore(mediaFolder)
  const pictures = createKeptPictures(db, pictureStore, PICTURES_IN_USE)
  const accountsPart = await createAccountsPart({
    ...{ config, db, signals, peers, pictures, warn },
    announceRatings: (ids) => changes.announce({ what: 'ratings', ids }),
  })
  const { sessions, accounts } = accountsPart
  const guards = { authenticate: sessions.authenticate, isAdmin: accounts.isAdmin }
  const realtime = await createRealtime({
    settings: config.realtime,
    db,
    signals,
    // After a restart everybody is back at once, and each asks.
    rules: { aliveSessions: createBatcher(sessions.alive), isAdmin: accounts.isAdmin },
    isOriginAllowed: (origin) =>
      origin === config.publicUrl || isAllowedOrigin(origin, config.corsOrigins),
    trustProxy: config.trustProxy,
    warn,
  })
  const outbox = createOutbox({ db, publish: realtime.engine.publish, warn })
  const { notify } = outbox
  const orders = createOrders(db, changes, config.unpaidLimits)
  const manageOrders = createManageOrders(db, changes)
  const provider = await createProvider(config)
  return {
    api: createApi(app, guards),
    guards,
    signals,
    peers,
    sharing,
    changes,
    recentBuyers: createRecentBuyers(changes),
    mediaFolder,
    s3,
    pictures,
    accountsPart,
    sessions,
    realtime,
    outbox,
    invariants: createInvariantsWatch(db, (broken) =>
      app.log.error({ broken }, 'rules of the shop are broken'),
    ),
    catalog: createCatalog(db, changes, asksToConfirm(config)),
    products: createManageProducts(db, { changes, pictures }),
    imports: createImportProducts(db, { changes, warn }),
    cart: createCart(db, notify),
    orders,
    manageOrders,
    payments: createPayments({
      db,
      orders,
      provider,
      notify,
      warn,
      unpaidExpiresAfter: config.orderTimes.unpaidExpiresAfter,
    }),
    refunds: createRefunds(db, { orders, manageOrders, provider, notify }),
    reconciliation: createReconciliation({ db, provider, warn }),
  }
}

/** Who hears of whom. */
function connectParts(app: FastifyInstance, parts: Parts): void {
  const { changes, sharing, outbox, realtime } = parts
  for (const cache of Object.values(parts.caches)) {
    changes.on((change) => applyChange(cache, change))
    app.addHook('onClose', async () => cache.close())
  }
  app.addHook('onClose', async () => parts.signals.close())
  app.addHook('onClose', parts.peers.leave)
  app.addHook('onClose', sharing.close)
  app.addHook('onClose', parts.imports.close)
  // Whatever is done to an order changes its product's stock, so this hears of every order event.
  changes.on(outbox.notify)
  announceCartEvents(outbox, parts.cart)
  announceOrderEvents(outbox, parts.orders)
  announceStockEvents(outbox, parts.catalog)
  outbox.onEach(REFUND_PAYMENT_TOPIC, parts.refunds.giveBack)
  parts.sessions.onRevoked(realtime.engine.revoke)
  serveRealtime(app, realtime.engine)
}

/** Timers belong to a server that serves: an application that is only injected into has none. */
function runTimers(app: FastifyInstance, config: Config, db: Database, parts: Parts): void {
  const failed = (error: unknown) => app.log.error({ err: error }, 'a timer failed')
  let stops: Stop[] = []
  app.addHook('onListen', async () => {
    parts.payments.warnOfStranded().catch(failed)
    stops = [
      startOrderTimers(parts.orders, config.orderTimes, failed),
      every(PAYMENT_SWEEP_MS, parts.payments.sweep, failed),
      every(RECONCILE_MS, parts.reconciliation.runIfDue, failed),
      every(REMOVE_PICTURES_MS, parts.pictures.removeUnused, failed),
      every(ROLL_UP_DAYS_MS, () => rollUpDays(db), failed),
      parts.invariants.start(failed),
      parts.outbox.start(),
      parts.catalog.start(failed),
      ...parts.accountsPart.start(failed),
    ]
  })
  app.addHook('onClose', async () => void (await Promise.all(stops.map((stop) => stop()))))
}

function declareRoutes(app: FastifyInstance, config: Config, db: Database, parts: Parts): void {
  const { api, guards, catalog, cart, orders, manageOrders, payments, products, caches } = parts
  const { recentBuyers } = parts
  parts.accountsPart.routes(api, {
    ordersOf: orders.listAll,
    cartOf: cart.lines,
    ratingsOf: (caller) => ratingsOf(db, caller),
  })
  catalogRoutes(api, catalog, cart, caches, async (request) => {
    if (recentBuyers.isEmpty() || !request.headers.authorization) return false
    const caller = await callerOf(request, guards)
    return caller !== null && recentBuyers.has(caller.id)
  })
  cartRoutes(api, cart)
  ordersRoutes(api, orders)
  paymentsRoutes(api, payments, orders)
  webhookRoutes(app, guards, payments)
  realtimeRoutes(app, guards, parts.realtime.authorizer)
  shopRoutes(api, config, { db, cache: caches.pages, payment: payments.method })

  const announceWindow = () => parts.changes.announce({ what: 'storefront' })
  accountsAdminRoutes(api, createManageCustomers(db, parts.sessions), manageOrders)
  catalogAdminRoutes(api, db, products, parts.imports)
  ordersAdminRoutes(api, manageOrders)
  paymentsAdminRoutes(api, { ...parts, stepUp: parts.accountsPart.stepUp })
  shopAdminRoutes(
    api,
    createManageWindow(db, { pictures: parts.pictures, announce: announceWindow }),
  )
  auditRoutes(api, db)
  dashboardRoutes(
    api,
    createDashboard(db, {
      catalog,
      products,
      orders: manageOrders,
      reconciliation: parts.reconciliation,
    }),
  )
}

/** What machines ask: whether all is well, and how much of everything there is. */
function measure(
  app: FastifyInstance,
  config: Config,
  db: Database,
  parts: Parts & { isDraining(): boolean },
): void {
  const { api, outbox, accountsPart, realtime, invariants, isDraining } = parts
  const freeBytes = () => freeBytesIn(config.dataDir)
  healthRoutes(api, { db, isDraining, freeBytes })
  metricsRoutes(app, api, {
    db,
    outboxes: { events: outbox, mails: accountsPart.mails },
    realtime: realtime.engine,
    figures: [
      {
        name: 'barq_disk_free_bytes',
        help: 'Free space where the shop writes',
        read: freeBytes,
      },
      {
        name: 'barq_invariant_violations',
        help: 'Rules found broken by the last look',
        read: invariants.violations,
      },
      {
        name: 'barq_payment_differences',
        help: "Payments of which the shop's books and the provider's differ",
        read: parts.reconciliation.count,
      },
      {
        name: 'barq_payments_unsettled',
        help: 'Payments begun two hours ago or longer of which nobody could be asked',
        read: parts.payments.countUnsettled,
      },
    ],
  })
}

async function serveFiles(app: FastifyInstance, { s3, mediaFolder }: Parts): Promise<void> {
  if (s3) serveBucket(app, s3)
  const uploads = s3 ? [] : [mediaFolder]
  await servePictures(app, '/media/', [join(ROOT, 'demo/pictures'), ...uploads])
  await servePictures(app, '/media/brands/', [join(ROOT, 'demo/brands')])
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
