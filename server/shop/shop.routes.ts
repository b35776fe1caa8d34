import type { ShopRules } from '#contract/admin.ts'
import { bothNames, STORM } from '#contract/brand.ts'
import { LOCALE_CODES } from '#contract/locale.ts'
import {
  installManifest,
  legalPage,
  type ShopConfig,
  shopConfig,
  storefront,
  theme,
} from '#contract/shop.ts'
import { paletteOf, themeCss } from '#contract/theme.ts'
import { TAGS_OF_STOREFRONT } from '../catalog/cached-catalog.ts'
import { type EmailsSettings, showsMails } from '../emails/emails.settings.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { translate } from '../platform/words/translate.ts'
import type { LegalPages } from './legal-pages.ts'
import { firstLocale } from './page-facts.ts'
import type { Books } from './shop.admin-routes.ts'
import type { ShopSettings } from './shop.settings.ts'
import { findStorefront } from './shop.store.ts'

/** The settings the page needs, from several parts of the shop. */
export interface SetUpSettings extends ShopSettings, EmailsSettings {
  demo: boolean
  realtime: { key: string }
  realtimeClient: { host: string | null; port: number }
  google: object | null
  addressRequired: boolean
  fixedRules: Partial<ShopRules>
}

export const CONFIG_KEY = 'config'

/** A response that stays in the response cache until staff change the shop. */
export const keptAnswer = (key: string, read: () => Promise<object>) => ({
  key,
  tags: TAGS_OF_STOREFRONT,
  build: async () => ({ json: JSON.stringify(await read()), tags: [] }),
})

/**
 * How long browsers may cache a theme. Each color has its own URL, but a later version of the shop may derive the theme
 * differently.
 */
const THEME_SECONDS = 3_600

export type ReadSettings = () => Promise<ShopConfig>

export function settingsReader(
  config: SetUpSettings,
  payment: ShopConfig['payment'],
  { details, legal, rules, categories }: Omit<Books, 'storefront'>,
): ReadSettings {
  /** The settings that do not change while the process runs. */
  const fixed = {
    demo: config.demo,
    demo_mails: showsMails(config),
    languages: LOCALE_CODES,
    realtime: { key: config.realtime.key, ...config.realtimeClient },
    payment,
    google: config.google !== null,
    addressRequired: config.addressRequired,
    ...config.displays,
  }
  return async () => ({
    ...fixed,
    ...(await details.shown()),
    legal: await legal.published(),
    maintenance: await rules.maintenance(),
    categories: await categories.renamed(),
  })
}

export function shopRoutes(
  api: Api,
  readSettings: ReadSettings,
  { db, cache, legal }: { db: Database; cache: ResponseCache; legal: LegalPages },
): void {
  const settings = keptAnswer(CONFIG_KEY, readSettings)
  api.route(shopConfig, (call) => cache.send(settings, call))

  api.route(theme, async ({ params, reply }) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', `public, max-age=${THEME_SECONDS}`)
      .serializer((text) => text as string)
      .send(themeCss(`#${params.accent}`)),
  )

  api.route(installManifest, async ({ reply }) => {
    const manifest = keptAnswer('manifest', async () => manifestOf(await readSettings()))
    const { plain } = await cache.get(manifest)
    return reply.type('application/manifest+json').serializer(String).send(plain.toString())
  })

  api.route(legalPage, (call) => {
    const { page } = call.params
    return cache.send(
      keptAnswer(`legal ${page}`, () => legal.one(page)),
      call,
    )
  })

  const source = keptAnswer('storefront', () => findStorefront(db.run))
  api.route(storefront, (call) => cache.send(source, call))
}

function manifestOf(config: ShopConfig): object {
  const { brand, accent } = config
  const name = bothNames(brand)
  const description = brand.tagline || translate(firstLocale(config), 'shop.tagline')
  const color = accent ? paletteOf(accent).storm : STORM
  return {
    name,
    short_name: brand.name,
    description,
    id: '/',
    start_url: '/',
    display: 'standalone',
    theme_color: color,
    background_color: color,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
