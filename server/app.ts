/** The composition root: creates every part explicitly, in dependency order. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createAccountsPart } from './accounts/accounts.part.ts'
import { asksToConfirm } from './accounts/confirmed.ts'
import { createAddressesPart } from './addresses/addresses.part.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { createCartPart } from './cart/cart.part.ts'
import { createCatalogCaches, createCatalogPart } from './catalog/catalog.part.ts'
import type { CatalogCaches } from './catalog/catalog.routes.ts'
import type { Config } from './config.ts'
import { createCouponsPart } from './coupons/coupons.part.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { createDeliveryPart } from './delivery/delivery.part.ts'
import { createEmailsPart } from './emails/emails.part.ts'
import { exportsRoutes } from './exports/exports.routes.ts'
import { createInvariantsWatch } from './invariants.ts'
import { createInvoicesPart } from './invoices/invoices.part.ts'
import { createOrderEmailsPart } from './order-emails/order-emails.part.ts'
import { createOrdersPart } from './orders/orders.part.ts'
import { createPaymentsPart } from './payments/payments.part.ts'
import { traitsOf } from './payments/providers.ts'
import type { Database } from './platform/db/database.ts'
import { joinPeers, type Peers } from './platform/db/peers.ts'
import { type OpenSignals, openSignals } from './platform/db/signals.ts'
import { createApi } from './platform/http/api.ts'
import { createServer } from './platform/http/create-server.ts'
import { servePage } from './platform/http/page.ts'
import type { Stop } from './platform/jobs/every.ts'
import type { KeptPictures } from './platform/media/kept-pictures.ts'
import { createMediaPart } from './platform/media/media.part.ts'
import { createMonitoringPart } from './platform/monitoring/monitoring.part.ts'
import { createOutbox } from './platform/outbox/outbox.ts'
import type { Part } from './platform/part.ts'
import { createRealtimePart } from './platform/realtime/realtime.part.ts'
import { ROOT } from './platform/root.ts'
import { createShopPart } from './shop/shop.part.ts'
import { createWebhooksPart } from './webhooks/webhooks.part.ts'

const SHIPPED_PICTURES = {
  '/media/': join(ROOT, 'demo/pictures'),
  '/media/brands/': join(ROOT, 'demo/brands'),
}

/**
 * Builds the application on an open, migrated database. Closing the application leaves the database open.
 * @param renderer the URL of the program that renders first screens (server/shop/render-screen.ts); if null, only
 * browsers render them.
 */
export async function createApp(
  config: Config,
  db: Database,
  renderer: string | null = null,
): Promise<FastifyInstance> {
  const caches = createCatalogCaches(db)
  const { app, headers, isDraining } = await createServer(config, Object.values(caches))
  const warn = (err: unknown, what: string) => app.log.warn({ err }, what)
  const signals = await openSignals(db)
  const peers = await joinPeers(signals, warn)
  const parts: Part[] = []
  const media = await createMediaPart({ config, db, parts, shipped: SHIPPED_PICTURES })
  const { pictures } = media
  const ground = { config, db, app, warn, signals, peers, pictures, caches, renderer }
  const { features, guards, outbox, measured, fill } = await createParts(ground)
  const figures = features.flatMap((part) => part.figures ?? [])
  const { dataDir } = config
  const monitoring = createMonitoringPart({ ...measured, figures, app, dataDir, isDraining })
  parts.push(...features, media, monitoring)

  const api = createApi(app, guards)
  for (const part of parts) {
    part.routes?.(api)
    part.events?.(outbox)
  }
  app.addHook('onClose', async () => {
    await peers.leave()
    signals.close()
  })
  app.addHook('onClose', async () => void (await Promise.all(parts.map((part) => part.close?.()))))
  runTimers(app, [...parts, { start: () => [outbox.start()] }])
  await media.serve(app)
  await servePage(app, { folder: join(ROOT, 'dist/web'), headers, fill })
  return app
}

interface Ground {
  config: Config
  db: Database
  app: FastifyInstance
  signals: OpenSignals
  peers: Peers
  pictures: KeptPictures
  caches: CatalogCaches
  renderer: string | null
  warn(error: unknown, what: string): void
}

async function createParts(ground: Ground) {
  const { config, db, caches, warn } = ground
  const confirmation = { asksToConfirm: asksToConfirm(config) }
  const catalog = createCatalogPart({ ...ground, ...confirmation })
  const { changes } = catalog
  const announceRatings = (ids: readonly number[]) => changes.announce({ what: 'ratings', ids })
  const emails = createEmailsPart(ground)
  const addresses = createAddressesPart({ db })
  const accounts = await createAccountsPart({
    ...ground,
    ...confirmation,
    emails,
    homeCountry: addresses.homeCountry,
    announceRatings,
  })
  const { sessions, guards } = accounts
  const realtime = await createRealtimePart({ ...ground, guards, aliveSessions: sessions.alive })
  sessions.onRevoked(realtime.engine.revoke)
  const outbox = createOutbox({ db, publish: realtime.engine.publish, warn })
  const { notify } = outbox
  const cart = createCartPart({ db, notify })
  sessions.onGuestSignIn((guest, userId) =>
    cart
      .moveTo(userId, guest)
      .catch((error) => warn(error, "a guest's cart could not be merged into the account's")),
  )
  const { minimumCents } = traitsOf(config.paymentProvider.name)
  const { setLocale } = accounts.accounts
  const orders = createOrdersPart({ ...ground, changes, minimumCents, notify, setLocale })
  const payments = await createPaymentsPart({ ...ground, ...orders.verbs, guards, notify })
  const announceStorefront = () => changes.announce({ what: 'storefront' })
  const delivery = createDeliveryPart({ db, announce: announceStorefront })
  const shop = await createShopPart({
    ...ground,
    ...delivery.verbs,
    cache: caches.pages,
    ...catalog.verbs,
    payment: payments.method,
    announce: (what) => changes.announce({ what: what ?? 'storefront' }),
    onEverything: (then) =>
      changes.on(({ what }) => {
        if (what === 'everything')
          then().catch((error) => warn(error, 'the changed currency could not be read'))
      }),
  })
  const readDashboard = createDashboard(db, {
    ...catalog.verbs,
    orders: orders.verbs.manageOrders,
    reconciliation: payments.reconciliation,
  })
  const invoices = createInvoicesPart({ db })
  const ofCustomer = {
    ...addresses.ofCustomer,
    ...cart.ofCustomer,
    ...orders.ofCustomer,
    ...invoices.ofCustomer,
    ...catalog.ofCustomer,
  }
  const features: Part[] = [
    emails,
    {
      ...accounts,
      routes: (api) => accounts.routes(api, { ...ofCustomer, takesGuests: shop.takesGuests }),
    },
    { ...catalog, routes: (api) => catalog.routes(api, { guards, ...ofCustomer }) },
    cart,
    addresses,
    delivery,
    createCouponsPart({ db }),
    invoices,
    orders,
    payments,
    realtime,
    shop,
    createOrderEmailsPart({ ...ground, ...confirmation, emails }),
    createWebhooksPart(ground),
    { routes: (api) => auditRoutes(api, db) },
    { routes: (api) => dashboardRoutes(api, readDashboard) },
    { routes: (api) => exportsRoutes(api, db) },
    invariantsPart(ground),
  ]
  const outboxes = { events: outbox, mails: emails.outbox }
  const fill = shop.document
  return { features, fill, guards, outbox, measured: { db, outboxes, realtime: realtime.engine } }
}

function invariantsPart({ db, app }: Ground): Part {
  const watch = createInvariantsWatch(db, (broken) =>
    app.log.error({ broken }, "the data violates the shop's invariants"),
  )
  return {
    start: (failed) => [watch.start(failed)],
    figures: [
      {
        name: 'barq_invariant_violations',
        help: 'Shop invariants violated as of the last check',
        read: watch.violations,
      },
    ],
  }
}

/** Starts the parts' timers once the server listens; an application used only through `inject` never starts them. */
function runTimers(app: FastifyInstance, parts: readonly Part[]): void {
  const failed = (error: unknown) => app.log.error({ err: error }, 'a periodic task failed')
  let stops: Stop[] = []
  app.addHook('onListen', async () => {
    stops = parts.flatMap((part) => part.start?.(failed) ?? [])
  })
  app.addHook('onClose', async () => void (await Promise.all(stops.map((stop) => stop()))))
}
