/** The product feed in the Google Merchant Center format, which the Meta and OpenAI catalogs also accept. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { ProductDetail } from '#contract/catalog.ts'
import type { Locale } from '#contract/locale.ts'
import { productFeed } from '#contract/shop.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { escapeHtml } from '../emails/email-template.ts'
import type { Database } from '../platform/db/database.ts'
import { inBatches } from '../platform/db/in-batches.ts'
import { addressKey } from '../platform/http/address-key.ts'
import type { Api } from '../platform/http/api.ts'
import { notFound } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { nameOfCategory, productFacts, type Reader } from './page-facts.ts'
import type { ReadSettings } from './shop.routes.ts'

/**
 * How often one IP address may read the feeds. Programs read them a few times a day, and writing a whole feed takes a
 * while.
 */
const READS_PER_ADDRESS = { attempts: 20, windowSeconds: 60 * 60 }
const BATCH = 50

/**
 * Google's limits: the maximum length of each kind of text, in characters, and the maximum number of additional
 * pictures.
 */
const MAX = { title: 150, description: 5_000, value: 1_000, pictures: 10 }

interface Parts {
  db: Database
  catalog: FeedCatalog
  publicUrl: string
  readSettings: ReadSettings
  mayBrowse(): Promise<boolean>
}

type FeedCatalog = Pick<Catalog, 'products'>

export function feedRoutes(api: Api, parts: Parts): void {
  const { db, mayBrowse, readSettings } = parts
  api.route(productFeed, async ({ params, address, reply }) => {
    if (!(await mayBrowse())) throw notFound()
    await countAttempt(db.run, `feed:${addressKey(address)}`, READS_PER_ADDRESS)
    const locale = params.file.slice(0, 2) as Locale
    const feed = write(parts, { ...parts, config: await readSettings(), locale })
    return reply.type('application/xml').send(Readable.from(feed))
  })
}

async function* write({ db, catalog }: Parts, reader: Reader): AsyncGenerator<string> {
  const { config, publicUrl, locale } = reader
  const name = nameIn(locale, config.brand)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>'
  yield tag('title', name) + tag('link', publicUrl) + tag('description', name)
  const batches = inBatches(async (afterId, limit) => {
    const { rows } = await sql<{ id: number }>`
      select id from product where id > ${afterId} and deleted_at is null
      order by id limit ${limit}`.execute(db.run)
    return rows
  }, BATCH)
  for await (const rows of batches) {
    const products = await catalog.products(rows.map(({ id }) => id))
    yield products.map((product) => `\n<item>${itemOf(reader, product)}</item>`).join('')
  }
  yield '\n</channel></rss>\n'
}

function itemOf(reader: Reader, product: ProductDetail): string {
  const { config, locale } = reader
  const { title, text, url, images, brand, amount, isInStock } = productFacts(reader, product)
  const { compare_at_price: before, family_id: group, sub_category: type } = product
  const [image = '', ...others] = images
  const category = nameOfCategory(reader, product.category)
  const price = (value: number) => `${amount(value)} ${config.currency}`
  return [
    tag('g:id', String(product.id)),
    tag('g:title', title.slice(0, MAX.title)),
    tag('g:description', (text || title).slice(0, MAX.description)),
    tag('g:link', url),
    ...(image && [tag('g:image_link', image)]),
    ...others.slice(0, MAX.pictures).map((one) => tag('g:additional_image_link', one)),
    tag('g:availability', isInStock ? 'in_stock' : 'out_of_stock'),
    tag('g:price', price(before ?? product.price)),
    ...(before === null ? [] : [tag('g:sale_price', price(product.price))]),
    tag('g:brand', brand),
    tag('g:condition', 'new'),
    // The shop does not store GTINs.
    tag('g:identifier_exists', 'no'),
    tag('g:product_type', type ? `${category} > ${nameIn(locale, type)}` : category),
    ...(group === undefined ? [] : [tag('g:item_group_id', String(group))]),
    ...product.specs.map((spec) => {
      const [label, value] =
        locale === 'ar' ? [spec.label_ar, spec.value_ar] : [spec.label, spec.value]
      return `<g:product_detail>${tag('g:attribute_name', label)}${tag('g:attribute_value', value.slice(0, MAX.value))}</g:product_detail>`
    }),
  ].join('')
}

/** Characters that XML cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters to remove
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function tag(name: string, text: string): string {
  return `<${name}>${escapeHtml(text.replace(UNWRITABLE, '').toWellFormed())}</${name}>`
}
