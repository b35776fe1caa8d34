import { ATTRIBUTE_CALLS, BRAND_CALLS, SUB_CATEGORY_CALLS } from '#contract/admin.ts'
import type { CartItem } from '#contract/cart.ts'
import { pictureKey } from '#contract/pictures.ts'
import type { Database, Handle } from '../platform/db/database.ts'
import type { Peers } from '../platform/db/peers.ts'
import type { OpenSignals } from '../platform/db/signals.ts'
import { type Api, type Caller, callerOf, type Guards } from '../platform/http/api.ts'
import { createResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { Stop } from '../platform/jobs/every.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { sortedRowsRoutes } from '../sorted-lists/sorted-rows.routes.ts'
import { createAttributes } from './attributes/attributes.ts'
import { applyChange, TAGS_OF_LISTS } from './cached-catalog.ts'
import { announceStockEvents } from './catalog.events.ts'
import { type CatalogCaches, catalogRoutes } from './catalog.routes.ts'
import { createCatalog } from './catalog.ts'
import { createCatalogChanges } from './catalog-changes.ts'
import { familiesAdminRoutes } from './families/families.admin-routes.ts'
import { createFamilies } from './families/families.ts'
import { createDevices } from './fits/devices.ts'
import { fitsAdminRoutes, fitsRoutes } from './fits/fits.routes.ts'
import { createFits } from './fits/fits.ts'
import { findLogos } from './groups/groups.store.ts'
import { createGroups } from './groups/groups.ts'
import { catalogAdminRoutes } from './manage/catalog.admin-routes.ts'
import { createAddFamilyProducts } from './manage/make-products.ts'
import { createManageProducts } from './manage/manage-products.ts'
import { picturesOfProducts } from './product-pictures.ts'
import { ratingsOf } from './ratings-of.ts'
import { createRecentBuyers } from './recent-buyers.ts'
import { createChangeSharing } from './shared-changes.ts'
import { findHeldPictures } from './transfer/import-jobs.store.ts'
import { createImportProducts } from './transfer/import-products.ts'
import { transferAdminRoutes } from './transfer/transfer.admin-routes.ts'

export interface CatalogPartNeeds {
  db: Database
  signals: OpenSignals
  peers: Peers
  caches: CatalogCaches
  pictures: KeptPictures
  asksToConfirm: boolean
  warn(error: unknown, what: string): void
}

/** Creates the response caches, which the server needs before `createCatalogPart` can run. */
export function createCatalogCaches(db: Database): CatalogCaches {
  const options = { isReliable: () => db.engine.listening() }
  return { pages: createResponseCache(options), suggestions: createResponseCache(options) }
}

export function createCatalogPart(needs: CatalogPartNeeds) {
  const { db, caches, pictures, asksToConfirm, warn } = needs
  const sharing = createChangeSharing(needs.signals, needs.peers, warn)
  const changes = createCatalogChanges(sharing)
  for (const cache of Object.values(caches)) changes.on((change) => applyChange(cache, change))
  const recentBuyers = createRecentBuyers(changes)
  const forgetLists = () => caches.pages.invalidate(TAGS_OF_LISTS)
  const catalog = createCatalog(db, changes, { asksToConfirm, forgetLists })
  const products = createManageProducts(db, { changes, pictures })
  const fits = createFits(db, changes)
  const groups = createGroups(db, changes)
  const attributes = createAttributes(db, changes)
  const families = createFamilies(db, changes)
  const imports = createImportProducts(db, {
    changes,
    warn,
    pictures,
    fits,
    groups,
    attributes,
    families,
  })
  const devices = createDevices(db)

  return {
    changes,
    verbs: { catalog, products, checkFits: fits.check },
    ofCustomer: { ratingsOf: (caller: Caller) => ratingsOf(db, caller), devicesOf: devices.said },
    async picturesInUse(handle: Handle, keys: readonly string[]) {
      const logos = (await findLogos(handle)).map(pictureKey)
      const shown = keys.filter((key) => logos.includes(key))
      return [...(await picturesOfProducts(handle, keys)), ...shown]
    },

    picturesHeld: findHeldPictures,

    routes(
      api: Api,
      { guards, cartOf }: { guards: Guards; cartOf(caller: Caller): Promise<CartItem[]> },
    ): void {
      fitsRoutes(api, { fits, devices, pages: caches.pages })
      catalogRoutes(api, {
        catalog,
        caches,
        cartOf,
        async boughtLately(request) {
          if (recentBuyers.isEmpty() || !request.headers.authorization) return false
          const caller = await callerOf(request, guards)
          return caller !== null && recentBuyers.has(caller.id)
        },
      })
      catalogAdminRoutes(api, products)
      transferAdminRoutes(api, { db, imports, pictures })
      sortedRowsRoutes(api, 'Brand', BRAND_CALLS, groups.brands)
      sortedRowsRoutes(api, 'Subcategory', SUB_CATEGORY_CALLS, groups.subCategories)
      sortedRowsRoutes(api, 'Attribute', ATTRIBUTE_CALLS, attributes)
      familiesAdminRoutes(api, families, createAddFamilyProducts(db, changes))
      fitsAdminRoutes(api, fits)
    },

    events: (outbox: Outbox): void => announceStockEvents(outbox, catalog),

    start: (failed: (error: unknown) => void): Stop[] => [catalog.start(failed)],

    async close(): Promise<void> {
      await imports.close()
      await sharing.close()
    },
  }
}
