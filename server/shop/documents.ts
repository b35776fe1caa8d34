/** The documents of the page as the shop has them now, from the response cache. */
import { LOCALE_CODES, type Locale } from '#contract/locale.ts'
import { TAGS_OF_STOREFRONT, tagsOfList } from '../catalog/cached-catalog.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PageAddress } from '../platform/http/page.ts'
import type { EncodedAnswer } from '../platform/http/response-cache/encoded-answer.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { contentAt, firstLocale, type ReadContent, type ReadMethods } from './page-content.ts'
import { describePage, fillDocument } from './page-document.ts'
import type { ReadSettings } from './shop.routes.ts'

interface Parts {
  cache: ResponseCache
  catalog: Pick<Catalog, 'product' | 'search' | 'homeLists'>
  publicUrl: string
  readSettings: ReadSettings
  mayBrowse(): Promise<boolean>
  methods: ReadMethods
}

/** A document, and whether what it is about exists. */
export interface FilledDocument {
  status: 200 | 404
  html: EncodedAnswer
}

export function createDocuments({
  cache,
  catalog,
  publicUrl,
  readSettings,
  mayBrowse,
  methods,
}: Parts) {
  const filled = (name: string, html: Buffer, asked: Locale | null) =>
    cache.get({
      key: `document ${name} ${asked}`,
      tags: TAGS_OF_STOREFRONT,
      build: async () => ({
        json: fillDocument(html.toString(), await readSettings(), asked),
        tags: [],
      }),
    })

  /** @throws ShopError `not_found`. */
  const described = (
    name: string,
    path: string,
    html: Buffer,
    { read, asked }: { read: ReadContent; asked: Locale | null },
  ) =>
    cache.get({
      key: `document ${name} ${asked} ${path}`,
      tags: [...TAGS_OF_STOREFRONT, ...tagsOfList('ratings', 'stock')],
      async build() {
        const config = await readSettings()
        const locale = asked ?? firstLocale(config)
        const reader = { catalog, config, publicUrl, locale }
        const document = fillDocument(html.toString(), config, asked)
        const page = describePage(document, await read(reader, methods), reader)
        return { json: page, tags: [] }
      },
    })

  /**
   * What the page of an address begins with; in a shop that visitors may look around in, with what
   * it says. @param name of the document that was built, and `html` what that is.
   */
  return async (
    name: string,
    { path, lang }: PageAddress,
    html: Buffer,
  ): Promise<FilledDocument> => {
    const asked = LOCALE_CODES.find((code) => code === lang) ?? null
    const read = contentAt(path)
    if (!read || !(await mayBrowse())) {
      return { status: 200, html: await filled(name, html, asked) }
    }
    try {
      return { status: 200, html: await described(name, path, html, { read, asked }) }
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'not_found') throw error
      return { status: 404, html: await filled(name, html, asked) }
    }
  }
}
