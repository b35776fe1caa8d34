/** The page's settings and the storefront. */
import { LOCALE_CODES } from '#contract/locale.ts'
import { type ShopConfig, shopConfig, storefront } from '#contract/shop.ts'
import { TAGS_OF_STOREFRONT } from '../catalog/cached-catalog.ts'
import { type EmailsSettings, showsMails } from '../emails/emails.settings.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { ShopSettings } from './shop.settings.ts'
import { findPartners, findSlides } from './shop.store.ts'
import type { ShopDetailsBook } from './shop-details.ts'

/** Settings of several parts that the page needs. */
export interface SetUpSettings extends ShopSettings, EmailsSettings {
  demo: boolean
  realtime: { key: string }
  realtimeClient: { host: string | null; port: number }
  google: object | null
  addressRequired: boolean
}

export interface ShopParts {
  db: Database
  cache: ResponseCache
  payment: ShopConfig['payment']
  details: ShopDetailsBook
}

export function shopRoutes(
  api: Api,
  config: SetUpSettings,
  { db, cache, payment, details }: ShopParts,
): void {
  const buildConfig = async () => {
    const settings: ShopConfig = {
      ...settingsOf(config, payment),
      ...(await details.shown()),
    }
    return { json: JSON.stringify(settings), tags: [] }
  }
  const configSource = { key: 'config', tags: TAGS_OF_STOREFRONT, build: buildConfig }
  api.route(shopConfig, (call) => cache.send(configSource, call))

  const buildStorefront = async () => {
    const [slides, partners] = await Promise.all([findSlides(db.run), findPartners(db.run)])
    return { json: JSON.stringify({ slides, partners }), tags: [] }
  }

  const source = { key: 'storefront', tags: TAGS_OF_STOREFRONT, build: buildStorefront }
  api.route(storefront, (call) => cache.send(source, call))
}

/** What does not change while the process runs. */
function settingsOf(config: SetUpSettings, payment: ShopConfig['payment']) {
  return {
    demo: config.demo,
    demo_mails: showsMails(config),
    languages: LOCALE_CODES,
    currency: 'USD' as const,
    realtime: { key: config.realtime.key, ...config.realtimeClient },
    payment,
    google: config.google !== null,
    addressRequired: config.addressRequired,
    ...config.displays,
  }
}
