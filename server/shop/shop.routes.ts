/** What the page must know of the shop, and its window. */
import { LOCALE_CODES } from '#contract/locale.ts'
import { shopConfig, shopWindow } from '#contract/shop.ts'
import { TAGS_OF_STOREFRONT } from '../catalog/cached-catalog.ts'
import { type Config, showsMails } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { findPartners, findSlides } from './shop.store.ts'

export function shopRoutes(api: Api, config: Config, db: Database, cache: ResponseCache): void {
  api.route(shopConfig, async () => ({
    demo: config.demo,
    demo_mails: showsMails(config),
    languages: LOCALE_CODES,
    currency: 'USD' as const,
    realtime: { key: config.realtime.key, ...config.realtimeClient },
    payment: { provider: config.stripe ? ('stripe' as const) : ('sandbox' as const) },
    google: config.google !== null,
    contact: config.contact,
  }))

  const buildWindow = async () => {
    const [slides, partners] = await Promise.all([findSlides(db.run), findPartners(db.run)])
    return { json: JSON.stringify({ slides, partners }), tags: [] }
  }

  const source = { key: 'shop-window', tags: TAGS_OF_STOREFRONT, build: buildWindow }
  api.route(shopWindow, (call) => cache.send(source, call))
}
