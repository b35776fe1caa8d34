/** The page's HTML documents, filled in for the shop and served from the response cache. */
import type { IncomingMessage } from 'node:http'
import { LOCALE_CODES, type Locale } from '#contract/locale.ts'
import { SEARCH_PATH } from '#contract/page-paths.ts'
import type { Render } from '#contract/rendering.ts'
import { TAGS_OF_STOREFRONT } from '../catalog/cached-catalog.ts'
import { escapeHtml } from '../emails/email-template.ts'
import { createTake } from '../platform/concurrency/token-bucket.ts'
import type { PageAddress } from '../platform/http/page.ts'
import { type EncodedAnswer, prepare } from '../platform/http/response-cache/encoded-answer.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { contentOf, missingContent, type ReadMethods } from './page-content.ts'
import { type DataSources, type KnownPage, pageAt } from './page-data.ts'
import { bringData, describePage, fillDocument, insertScreen, sayPlainly } from './page-document.ts'
import { firstLocale } from './page-facts.ts'
import { isScreen } from './screens.ts'
import type { ReadSettings } from './shop.routes.ts'

/**
 * Limits on building uncached documents: each takes 4 to 10 ms of CPU time, which a crawler would take away from
 * buyers. Beyond the limit, people get the page without content, as in a shop closed to visitors, and robots get a 503,
 * because they would index the empty page.
 */
const BUILDS = { atOnce: 40, perSecond: 20 }

/** The part of `BUILDS` that robots may use. */
const BUILDS_FOR_ROBOTS = { atOnce: 20, perSecond: 5 }

class TooManyBuilds extends Error {}

interface Parts extends DataSources {
  cache: ResponseCache
  publicUrl: string
  readSettings: ReadSettings
  mayBrowse(): Promise<boolean>
  methods: ReadMethods
  render: Render
}

export interface FilledDocument {
  /** Only robots get a 503, because they retry. */
  status: 200 | 301 | 404 | 503
  html: EncodedAnswer
  /** The path the page has moved to, with a 301. */
  location?: string
  /**
   * Receives the request and its response headers, so that the next such request is served without going through the
   * framework.
   */
  onHeaders?(request: IncomingMessage, headers: Readonly<Record<string, string>>): void
}

export function createDocuments({
  cache,
  catalog,
  storefront,
  legal,
  publicUrl,
  readSettings,
  mayBrowse,
  methods,
  render,
}: Parts) {
  const takeBuild = createTake(BUILDS.atOnce, BUILDS.perSecond)
  const takeForRobot = createTake(BUILDS_FOR_ROBOTS.atOnce, BUILDS_FOR_ROBOTS.perSecond)

  const filled = (name: string, html: Buffer, asked: Locale | null) =>
    cache.get({
      key: `document ${name} ${asked}`,
      tags: TAGS_OF_STOREFRONT,
      build: async () => ({
        json: fillDocument(html.toString(), await readSettings(), asked),
        tags: [],
      }),
    })

  const missing = (name: string, html: Buffer, asked: Locale | null) =>
    cache.get({
      key: `document missing ${name} ${asked}`,
      tags: TAGS_OF_STOREFRONT,
      build: async () => {
        const config = await readSettings()
        const reader = { config, publicUrl, locale: asked ?? firstLocale(config) }
        const document = (await filled(name, html, asked)).plain.toString()
        return { json: sayPlainly(document, missingContent(reader), reader), tags: [] }
      },
    })

  /** @throws ShopError `not_found`. */
  async function described(
    page: KnownPage,
    basis: () => Promise<EncodedAnswer>,
    asked: Locale | null,
    spoken: Locale,
  ) {
    const config = await readSettings()
    const locale = asked ?? config.locale ?? spoken
    const reader = { config, publicUrl, locale }
    const data = await page.read({ catalog, storefront, legal })
    const content = await contentOf(data, reader, methods)
    const { answers } = data
    const screen = page.screen && (await render({ path: page.screen, locale, config, answers }))
    const heading = escapeHtml(content.title ?? nameIn(locale, config.brand))
    // A product's screen already contains everything. Other pages also get their content, because the rest of a
    // rendered list is loaded only by script.
    const rest = data.kind === 'product' ? '' : content.body
    const body = screen === null ? `<h1>${heading}</h1>${content.body}` : rest
    let json = describePage((await basis()).plain.toString(), { ...content, body }, reader)
    if (page.screen !== null) json = bringData(json, data)
    // Inserted last: the other steps search the whole document, which the screen makes much longer.
    if (screen !== null) json = insertScreen(json, screen, locale)
    return { json, tags: data.tags }
  }

  /**
   * Fills the built document `html`, called `name`, for a URL; in a shop open to visitors, also with the page's content
   * and first screen.
   */
  return async (name: string, address: PageAddress, html: Buffer): Promise<FilledDocument> => {
    const asked = LOCALE_CODES.find((code) => code === address.query.get('lang')) ?? null
    const basis = () => filled(name, html, asked)
    const gone = () => missing(name, html, asked)
    const page = pageAt(address)
    const isOpen = await mayBrowse()
    if (!page || !isOpen) {
      const location = isOpen ? movedTo(address) : null
      if (location) return { status: 301, html: await basis(), location }
      if (isOpen && !isScreen(address.path)) return { status: 404, html: await gone() }
      return { status: 200, html: await basis() }
    }
    const build = async () => {
      if ((address.isRobot && !takeForRobot()) || !takeBuild()) throw new TooManyBuilds()
      return described(page, basis, asked, address.spoken)
    }
    try {
      if (page.key === null) return { status: 200, html: prepare((await build()).json) }
      const key = `document ${name} ${asked} ${address.spoken} ${page.key}`
      const html = await cache.get({ key, tags: page.tags, build })
      return { status: 200, html, onHeaders: (...sent) => cache.remember(key, ...sent) }
    } catch (error) {
      const status = statusAfter(error, address)
      if (status === null) throw error
      return { status, html: await (status === 404 ? gone() : basis()) }
    }
  }
}

/**
 * @returns the canonical path for a path with a trailing slash, or for a search with its category in the path; null for
 * other paths.
 */
function movedTo({ path, query }: PageAddress): string | null {
  const [, category] = new RegExp(`^${SEARCH_PATH}/(\\w+)/?$`).exec(path) ?? []
  const moved = category ? SEARCH_PATH : path.replace(/\/$/, '')
  if (moved === path || !isScreen(moved)) return null
  const search = new URLSearchParams(query)
  if (category && !search.has('category')) search.set('category', category)
  return search.size > 0 ? `${moved}?${search}` : moved
}

/** @returns the status of the response; null for an unexpected error. */
function statusAfter(error: unknown, { isRobot }: PageAddress): FilledDocument['status'] | null {
  if (error instanceof TooManyBuilds) return isRobot ? 503 : 200
  // Not 410, because a hidden product can be shown again.
  return error instanceof ShopError && error.code === 'not_found' ? 404 : null
}
