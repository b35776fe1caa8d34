/** The sitemap, robots.txt and llms.txt, in a shop open to visitors. */
import { sql } from 'kysely'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { MCP_PATH } from '#contract/mcp.ts'
import { CONTACT_PATH, categoryPath, legalPath, SEARCH_PATH } from '#contract/page-paths.ts'
import { machineGuide, robots, type ShopConfig, sitemap, sitemapPart } from '#contract/shop.ts'
import { TAGS_OF_STOREFRONT, tagsOfList } from '../catalog/cached-catalog.ts'
import { escapeHtml } from '../emails/email-template.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { type Exchange, replyByFramework } from '../platform/http/response-cache/framework-reply.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { notFound } from '../platform/http/shop-error.ts'
import type { ReadSettings } from './shop.routes.ts'

/** The number of ids per part: a small part is built in a few milliseconds. The protocol allows 50,000 URLs. */
const PART_IDS = 5_000

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

interface Parts {
  db: Database
  cache: ResponseCache
  publicUrl: string
  readSettings: ReadSettings
  mayBrowse(): Promise<boolean>
}

type Write = () => Promise<string>

export function sitemapRoutes(api: Api, parts: Parts): void {
  const { db, cache, publicUrl, readSettings, mayBrowse } = parts
  const base = escapeHtml(publicUrl)
  const send = async (exchange: Exchange, type: string, name: string, write: Write) => {
    if (!(await mayBrowse())) throw notFound()
    const build = async () => ({ json: await write(), tags: [] })
    const tags = [...tagsOfList(), ...TAGS_OF_STOREFRONT]
    return replyByFramework(exchange, await cache.get({ key: `for robots ${name}`, tags, build }), {
      type: `${type}; charset=utf-8`,
    })
  }
  const sendXml = (exchange: Exchange, name: string, write: Write) =>
    send(exchange, 'application/xml', `sitemap ${name}`, write)

  api.route(robots, (call) => {
    const lines = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`, '']
    return send(call, 'text/plain', 'rules', async () => lines.join('\n'))
  })

  api.route(machineGuide, (call) =>
    send(call, 'text/plain', 'guide', async () => guideOf(await readSettings(), publicUrl)),
  )

  api.route(sitemap, (call) =>
    sendXml(call, 'index', async () => {
      const numbers = Array.from({ length: await countParts(db) }, (_, index) => index + 1)
      const parts = numbers.map((n) => `<sitemap><loc>${base}/sitemap/${n}.xml</loc></sitemap>`)
      return `${XML}<sitemapindex ${NAMESPACE}>${parts.join('')}</sitemapindex>`
    }),
  )

  api.route(sitemapPart, (call) => {
    const part = Number.parseInt(call.params.part, 10)
    return sendXml(call, String(part), async () => {
      if (part > (await countParts(db))) throw notFound()
      const products = await productsOf(db, base, part)
      const others = part === 1 ? await screens(db, base, await readSettings()) : ''
      return `${XML}<urlset ${NAMESPACE}>${others}${products}</urlset>`
    })
  })
}

/** A guide for AI assistants, in the format of https://llmstxt.org. */
function guideOf({ brand, currency, guests }: ShopConfig, publicUrl: string): string {
  return `# ${brand.name}

> ${brand.tagline ? `${brand.tagline} ` : ''}Prices are in ${currency}.

## Pages

- [Home](${publicUrl}/)
${CATEGORIES.map((one) => `- [${one}](${publicUrl}${categoryPath(one)})`).join('\n')}
- [Contact](${publicUrl}${CONTACT_PATH})
- [Sitemap](${publicUrl}/sitemap.xml): all pages, with last-modified dates for products

## Data

- [Products in English](${publicUrl}/feed/en.xml): prices, stock, pictures and attributes, in the format of Google Merchant Center
- [Products in Arabic](${publicUrl}/feed/ar.xml)
- [Model Context Protocol](${publicUrl}${MCP_PATH}): search, products, compatibility, and links to filled carts, for assistants
- [API](${publicUrl}/api/openapi.json): OpenAPI 3.1; placing an order requires ${guests ? 'a name and an email, or an account' : 'an account'}
`
}

/** The entries for all pages other than product pages, including brands and subcategories with products. */
async function screens(db: Database, base: string, { legal }: ShopConfig): Promise<string> {
  const { rows: brands } = await sql<{ id: number }>`
    select id from brand
    where exists (select from product where brand_id = brand.id and deleted_at is null)
    order by id`.execute(db.run)
  const { rows: subs } = await sql<{ id: number; category: Category }>`
    select sub.id, category.name as category from sub_category sub
    join category on category.id = sub.category_id
    where exists (select from product where sub_category_id = sub.id and deleted_at is null)
    order by sub.id`.execute(db.run)
  const paths = [
    '/',
    CONTACT_PATH,
    SEARCH_PATH,
    ...CATEGORIES.map(categoryPath),
    ...legal.map(legalPath),
    ...brands.map(({ id }) => `${SEARCH_PATH}?brand=${id}`),
    ...subs.map(({ id, category }) => `${categoryPath(category)}?sub=${id}`),
  ]
  return paths.map((path) => `<url><loc>${base}${path}</loc></url>`).join('')
}

/** The number of parts: at least one, for the pages that are not about a product. */
async function countParts(db: Database): Promise<number> {
  const { rows } = await sql<{ parts: number }>`
    select greatest(ceil(max(id) / ${PART_IDS}::numeric), 1)::integer as parts from product`.execute(
    db.run,
  )
  return rows[0]?.parts ?? 1
}

/**
 * The entries for a part's products. The database builds the XML, because reading thousands of rows would block other
 * requests.
 */
async function productsOf(db: Database, base: string, part: number): Promise<string> {
  const first = (part - 1) * PART_IDS + 1
  const { rows } = await sql<{ urls: string | null }>`
    select string_agg(format('<url><loc>%s/product/%s</loc><lastmod>%s</lastmod></url>',
      ${base}::text, id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')), '' order by id) as urls
    from product
    where id between ${first} and ${first + PART_IDS - 1} and deleted_at is null`.execute(db.run)
  return rows[0]?.urls ?? ''
}
