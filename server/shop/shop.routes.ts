/** What the page must know of the shop, and its window. */
import { LOCALES } from '#contract/locale.ts'
import { shopConfig, shopWindow } from '#contract/shop.ts'
import { type Config, showsMails } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { findPartners, findSlides } from './shop.store.ts'

/**
 * Stands for the shop window among the ids that prepared answers show: products begin at 1.
 * Whoever changes a slide or a partner marks it.
 */
export const SHOP_WINDOW_ID = 0

export function shopRoutes(
  api: Api,
  config: Config,
  db: Database,
  prepared: ResponseCache,
): void {
  api.route(shopConfig, async () => ({
    demo: config.demo,
    demo_mails: showsMails(config),
    languages: [...LOCALES],
    currency: 'USD' as const,
    realtime: { key: config.realtime.key, ...config.realtimeClient },
    payment: { provider: config.stripe ? ('stripe' as const) : ('sandbox' as const) },
    google: config.google !== null,
    contact: config.contact,
  }))

  const buildWindow = async () => {
    const [slides, partners] = await Promise.all([findSlides(db.read), findPartners(db.read)])
    return { json: JSON.stringify({ slides, partners }), shows: new Set([SHOP_WINDOW_ID]) }
  }

  api.route(shopWindow, (call) => prepared.send('shop-window', buildWindow, call))
}
