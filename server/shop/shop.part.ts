import type { ShopConfig } from '#contract/shop.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Fits } from '../catalog/fits/fits.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { EncodedAnswer } from '../platform/http/response-cache/encoded-answer.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import { createCategories } from './categories.ts'
import { loadCurrency, storeCurrency } from './currency.ts'
import { createDocuments } from './documents.ts'
import { feedRoutes } from './feed.ts'
import { createLegalPages } from './legal-pages.ts'
import { picturesOfStorefront } from './manage-storefront.store.ts'
import { createManageStorefront } from './manage-storefront.ts'
import { mcpRoutes } from './mcp.ts'
import type { ReadMethods } from './page-content.ts'
import { createRenderer } from './render-screen.ts'
import { shopAdminRoutes } from './shop.admin-routes.ts'
import {
  CONFIG_KEY,
  keptAnswer,
  type SetUpSettings,
  settingsReader,
  shopRoutes,
} from './shop.routes.ts'
import { findStorefront } from './shop.store.ts'
import { createShopDetails, storeTimeZone } from './shop-details.ts'
import { createShopRules, storeRules } from './shop-rules.ts'
import { sitemapRoutes } from './sitemap.ts'

export interface ShopPartNeeds {
  db: Database
  config: SetUpSettings & { publicUrl: string }
  cache: ResponseCache
  catalog: Pick<Catalog, 'product' | 'products' | 'search' | 'homeLists'>
  checkFits: Fits['check']
  methods: ReadMethods
  payment: ShopConfig['payment']
  pictures: KeptPictures
  /** The URL of the program that renders first screens; null if only browsers render them. */
  renderer: string | null
  /** Invalidates cached responses that contain the storefront; runs after the commit. */
  announce(what?: 'everything'): Promise<void>
  /** Calls `then` after each change announced as `everything`, and logs its failures. */
  onEverything(then: () => Promise<void>): void
  warn(error: unknown, what: string): void
}

export async function createShopPart({
  config,
  db,
  cache,
  catalog,
  checkFits,
  methods,
  payment,
  pictures,
  renderer,
  announce,
  onEverything,
  warn,
}: ShopPartNeeds) {
  await storeTimeZone(db, config)
  await storeCurrency(db, config)
  await storeRules(db, config)
  await loadCurrency(db.run)
  // If another process changed the currency, responses built here since then have amounts in the former currency.
  onEverything(async () => {
    if (await loadCurrency(db.run)) await announce('everything')
  })
  const storefront = createManageStorefront(db, { pictures, announce: () => announce() })
  const details = createShopDetails(db, { settings: config, pictures, announce })
  const legal = createLegalPages(db, () => announce())
  const categories = createCategories(db, { pictures, announce: () => announce() })
  const rules = createShopRules(db, { fixed: config.fixedRules, announce: () => announce() })
  const readSettings = settingsReader(config, payment, { details, legal, rules, categories })
  /** Parses a cached response once for all readers. Changes by staff take effect immediately. */
  const kept = <T extends object>(key: string, read: () => Promise<T>) => {
    let last: { answer: EncodedAnswer; value: T } | undefined
    return async (): Promise<T> => {
      const answer = await cache.get(keptAnswer(key, read))
      if (last?.answer !== answer) last = { answer, value: JSON.parse(answer.plain.toString()) }
      return last.value
    }
  }
  const keptSettings = kept(CONFIG_KEY, readSettings)
  const mayBrowse = async () => (await keptSettings()).visitors === 'browse'
  const pages = { cache, publicUrl: config.publicUrl, mayBrowse }
  return {
    document: createDocuments({
      ...pages,
      catalog,
      methods: kept('shipping methods', methods),
      readSettings: keptSettings,
      storefront: () => findStorefront(db.run),
      legal: legal.one,
      render: createRenderer(renderer, warn),
    }),

    picturesInUse: picturesOfStorefront,

    takesGuests: async () => (await readSettings()).guests,

    routes(api: Api): void {
      shopRoutes(api, readSettings, { db, cache, legal })
      sitemapRoutes(api, { ...pages, db, readSettings })
      feedRoutes(api, { ...pages, db, catalog, readSettings })
      mcpRoutes(api, { ...pages, db, catalog, checkFits, readSettings, warn })
      shopAdminRoutes(api, { storefront, details, legal, rules, categories })
    },
  }
}
