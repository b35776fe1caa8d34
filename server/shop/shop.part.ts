/** Wires the page's settings and the storefront; used by app.ts. */
import type { ShopConfig } from '#contract/shop.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import { createManageStorefront } from './manage-storefront.ts'
import { shopAdminRoutes } from './shop.admin-routes.ts'
import { type SetUpSettings, shopRoutes } from './shop.routes.ts'
import { createShopDetails, storeTimeZone } from './shop-details.ts'
import { picturesOfStorefront } from './storefront-pictures.ts'

export interface ShopPartNeeds {
  db: Database
  config: SetUpSettings
  cache: ResponseCache
  payment: ShopConfig['payment']
  pictures: KeptPictures
  /** Invalidates cached responses that contain the storefront; call it after the commit. */
  announce(): Promise<void>
}

export async function createShopPart({
  config,
  db,
  cache,
  payment,
  pictures,
  announce,
}: ShopPartNeeds) {
  await storeTimeZone(db, config)
  const storefront = createManageStorefront(db, { pictures, announce })
  const details = createShopDetails(db, { settings: config, announce })
  return {
    picturesInUse: picturesOfStorefront,

    routes(api: Api): void {
      shopRoutes(api, config, { db, cache, payment, details })
      shopAdminRoutes(api, storefront, details)
    },
  }
}
