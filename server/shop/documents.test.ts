import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import Validator from '@adobe/structured-data-validator'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Product, ProductDetail } from '#contract/catalog.ts'
import type { Locale } from '#contract/locale.ts'
import { MCP_PATH } from '#contract/mcp.ts'
import type { ShopConfig, Slide } from '#contract/shop.ts'
import { setCurrency } from '#contract/shop-currency.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { createResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { notFound } from '../platform/http/shop-error.ts'
import { createDocuments } from './documents.ts'

const HTML = await readFile('web/index.html')
const HOSTILE = '</script></noscript><b onclick="x">"&\u202e$&'

const SLIDE = { id: 1, picture: '/media/slide/800.webp' } as unknown as Slide

const LAMP = {
  id: 7,
  name: 'Lamp',
  name_ar: 'مصباح',
  description: 'Warm\n light',
  description_ar: '',
  price: 12.5,
  quantity: 3,
  rating: 4.25,
  ratings: 4,
  category: 'Electronics',
  brand: null,
  seller: 'Noor',
  profileImage: '/media/lamp/384.webp',
  family: null,
  pictures: [{ url: '/media/lamp/384.webp', alt: '', alt_ar: '' }],
} as unknown as ProductDetail

const LAMPS = {
  id: 3,
  name: 'Lamps',
  name_ar: '',
  products: [{ id: 7, name: 'Lamp' } as Product, { id: 8, name: 'Red lamp' } as Product],
} as unknown as NonNullable<ProductDetail['family']>

const SHIPPING = [
  { fee: 5, free_from: 50, places: ['AE', 'SA-01', 'SA-02'], days_min: 1, days_max: 2 },
  { fee: 9, free_from: null, places: null, days_min: null, days_max: null },
]

const RETURNS = { text: '# Two weeks\n- as <new>\n\nFree.', text_ar: '' }

async function open(
  path: string,
  product: Partial<ProductDetail> = {},
  {
    times = 1,
    visitors = 'browse',
    lang = null as string | null,
    rendered = null as string | null,
    isRobot = false,
    spoken = 'en' as Locale,
  } = {},
) {
  const lamp = { ...LAMP, ...product } as ProductDetail
  const { pathname, searchParams: query } = new URL(path, 'https://shop.example')
  if (lang) query.set('lang', lang)
  const noor = { id: 5, name: 'Noor', name_ar: '', logo: null, products: 1 }
  const list = { products: [lamp as Product], facets: { brands: [noor] } }
  const brand = { name: 'Noor', name_ar: 'نور', tagline: '', tagline_ar: '', logo: null }
  const config = {
    brand,
    visitors,
    locale: null,
    currency: 'USD',
    legal: ['returns'],
    contact: { phone: '+971 4', email: 'hi@noor.example', address: 'Dubai', address_ar: 'دبي' },
    social: {},
    categories: [],
  }
  const document = createDocuments({
    cache: createResponseCache(),
    publicUrl: 'https://shop.example',
    mayBrowse: async () => visitors === 'browse',
    methods: async () => SHIPPING,
    legal: async (page) => (page === 'returns' ? RETURNS : Promise.reject(notFound())),
    storefront: async () => ({ slides: [SLIDE], partners: [] }),
    render: async () => rendered,
    readSettings: async () => config as unknown as ShopConfig,
    catalog: {
      product: async (id) => (id === lamp.id ? lamp : Promise.reject(notFound())),
      products: async (ids) => (ids.includes(lamp.id) ? [lamp] : []),
      search: async () => list as never,
      homeLists: async () => ({ products: list.products, categories: [] }),
    },
  })
  const ask = () => document('/screen', { path: pathname, query, spoken, isRobot }, HTML)
  for (let time = 1; time < times; time++) await ask()
  const { status, html, location } = await ask()
  const text = html.plain.toString()
  const [, facts = 'null'] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
  const [, answers = 'null'] =
    /<script id="answers" type="application\/json">(.*?)<\/script>/s.exec(text) ?? []
  const [preload] = /<link rel="preload" as="image"[^>]*>/.exec(text) ?? []
  return {
    status,
    location,
    text,
    preload,
    answers: JSON.parse(answers),
    facts: JSON.parse(facts)?.['@graph'],
  }
}

beforeEach(() => setCurrency({ code: 'USD', digits: 2 }))

it('a product is described in its document', async () => {
  const { status, text, facts } = await open('/product/7')
  expect(status).toBe(200)
  expect(text).toContain('<title>Lamp · Noor نور</title>')
  expect(text).toContain('<meta name="description" content="Warm light">')
  expect(text).toContain('<link rel="canonical" href="https://shop.example/product/7">')
  for (const [name, value] of [
    ['image', 'https://shop.example/media/lamp/800.webp'],
    ['image:width', '800'],
    ['image:height', '800'],
    ['description', '$12.50, In stock. Warm light'],
  ]) {
    expect(text).toContain(`<meta property="og:${name}" content="${value}">`)
  }
  expect(text).toMatch(
    /<noscript>.*<h1>Lamp<\/h1><img [^>]*><p><bdi dir="ltr">\$12\.50<\/bdi>, In stock<\/p>/,
  )
  expect(facts).toMatchObject([
    {
      '@type': 'Product',
      name: 'Lamp',
      brand: { name: 'Noor' },
      offers: {
        price: '12.50',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        shippingDetails: [
          {
            shippingRate: { value: 5, currency: 'USD' },
            shippingDestination: [
              { addressCountry: 'AE' },
              { addressCountry: 'SA', addressRegion: ['01', '02'] },
            ],
            deliveryTime: { transitTime: { minValue: 1, maxValue: 2, unitCode: 'DAY' } },
          },
        ],
        seller: {
          hasMerchantReturnPolicy: { merchantReturnLink: 'https://shop.example/legal/returns' },
        },
      },
      aggregateRating: { ratingValue: 4.25, ratingCount: 4 },
    },
    { '@type': 'BreadcrumbList', itemListElement: [{}, { name: 'Electronics' }, { position: 3 }] },
  ])
})

it('a product says when its delivery is free, and which variants there are', async () => {
  const { facts } = await open('/product/7', { price: 60, family: LAMPS })
  expect(facts[0].offers.shippingDetails.map(({ shippingRate }: never) => shippingRate)).toEqual([
    { '@type': 'MonetaryAmount', currency: 'USD', value: 0 },
  ])
  expect(facts[0].isVariantOf).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: '3',
    name: 'Lamps',
    hasVariant: [{}, { url: 'https://shop.example/product/8' }],
  })
})

it.for(['/', '/product-by-categroy/Electronics', '/product/7'])(
  'a search engine misses nothing of %s',
  async (path) => {
    const { facts } = await open(path, { family: LAMPS })

    const issues = await new Validator().validate({
      jsonld: Object.groupBy(facts as { '@type': string }[], (fact) => fact['@type']),
    })
    expect(issues.filter(({ severity }) => severity === 'ERROR')).toEqual([])
    expect(facts).not.toHaveLength(0)
  },
)

it('a page has an address in each language, which names the others', async () => {
  const [own, other, unknown] = await Promise.all(
    [null, 'ar', 'xx'].map((lang) => open('/product/7', {}, { lang })),
  )
  const alternates = [
    'hreflang="x-default" href="https://shop.example/product/7"',
    'hreflang="en" href="https://shop.example/product/7"',
    'hreflang="ar" href="https://shop.example/product/7?lang=ar"',
  ]
  for (const alternate of alternates) {
    expect(own?.text).toContain(alternate)
    expect(other?.text).toContain(alternate)
  }
  expect(other?.text).toContain('rel="canonical" href="https://shop.example/product/7?lang=ar"')
  expect(other?.text).toContain('data-locale="ar" lang="ar" dir="rtl"')
  expect(other?.text).toMatch(/<noscript>.*<h1>مصباح<\/h1>/)
  expect(other?.facts[0]).toMatchObject({
    name: 'مصباح',
    url: 'https://shop.example/product/7?lang=ar',
  })
  expect(unknown?.text).toBe(own?.text)
})

it('a shop that leaves the language to the browser speaks one in each document', async () => {
  const rendered = '<h1>نور</h1>'
  const { text } = await open('/', {}, { rendered, spoken: 'ar' })
  expect(text).toMatch(/<html [^>]*data-rendered="ar"[^>]* lang="ar" dir="rtl"/)
  expect(text).toMatch(/<noscript>.*مصباح/)
  expect(text).not.toMatch(/<noscript>.*Lamp/)
})

it('a product without ratings claims none, and one that is sold out says so', async () => {
  const { text, facts } = await open('/product/7', { ratings: 0, rating: null, quantity: 0 })
  expect(facts[0].aggregateRating).toBeUndefined()
  expect(facts[0].offers.availability).toBe('https://schema.org/OutOfStock')
  expect(text).toContain('Sold out')
})

it.for([
  ['/', 'Noor', '/', 'Noor: Phones, accessories and electronics.'],
  [
    '/product-by-categroy/Electronics?inStock=true',
    'Electronics',
    '/product-by-categroy/Electronics',
    'Electronics: Lamp',
  ],
  [
    '/product-by-categroy/Phones?brand=5&sort=price',
    'Noor',
    '/product-by-categroy/Phones?brand=5',
    'Noor: Lamp',
  ],
  ['/user/product/show?brand=5', 'Noor', '/user/product/show?brand=5', 'Noor: Lamp'],
  ['/user/product/show?category=Phones', 'Phones', '/product-by-categroy/Phones', 'Phones: Lamp'],
  [
    '/user/product/show?category=Phones&search=lamp&brand=5',
    'Results for “lamp”',
    '/user/product/show',
    'Results for “lamp”: Lamp',
  ],
  ['/user/compare?ids=7,x,8', 'Compare', '/user/compare?ids=7', 'Lamp'],
] as const)('%s links its products', async ([path, title, canonical, description]) => {
  const { text } = await open(path)
  expect(text).toMatch(
    /<li><img src="[^"]+" width="192" height="192" loading="lazy" alt=""><a href="\/product\/7">Lamp<\/a> <bdi dir="ltr">\$12\.50<\/bdi>, In stock<\/li>/,
  )
  expect(text).toContain(`<h1>${title}</h1>`)
  expect(text).toContain(`<link rel="canonical" href="https://shop.example${canonical}">`)
  expect(text).toContain(`<meta name="description" content="${description}">`)
})

it('a brand has an address in each language', async () => {
  const { text } = await open('/user/product/show?brand=5&lang=ar')
  const canonical = 'https://shop.example/user/product/show?brand=5&amp;lang=ar'
  expect(text).toContain(`<link rel="canonical" href="${canonical}">`)
  expect(text).toContain('<title>Noor · Noor نور</title>')
})

it('contact and legal pages say what they say', async () => {
  const [contact, arabic, legal, missing] = await Promise.all(
    ['/contact', '/contact?lang=ar', '/legal/returns', '/legal/terms'].map((path) => open(path)),
  )
  expect(contact?.text).toContain('<h1>Contact</h1><p>+971 4</p><p>hi@noor.example</p><p>Dubai</p>')
  expect(arabic?.text).toContain('<p>دبي</p>')
  expect(legal?.text).toContain('<title>Returns · Noor نور</title>')
  expect(legal?.text).toContain(
    '<meta name="description" content="Two weeks as &lt;new&gt; Free.">',
  )
  expect(legal?.text).toContain('<h2>Two weeks</h2><p>as &lt;new&gt;</p><p>Free.</p>')
  expect(missing?.status).toBe(404)
})

it.for([
  ['/nowhere', 404, undefined],
  ['/product/x', 404, undefined],
  ['/product/99999999999999999999', 404, undefined],
  ['/product-by-categroy/Cars', 404, undefined],
  ['/orders', 200, undefined],
  ['/admin/orders/7', 200, undefined],
  ['/product/7/?from=a', 301, '/product/7?from=a'],
  ['//evil.example/', 404, undefined],
  ['/user/product/show/Phones?search=x', 301, '/user/product/show?search=x&category=Phones'],
] as const)('%s is answered with %s', async ([path, status, location]) => {
  const url = path.startsWith('//') ? `https://shop.example${path}` : path
  expect(await open(url)).toMatchObject({ status, location })
  expect(await open(url, {}, { visitors: 'sign-in' })).toMatchObject({
    status: 200,
    location: undefined,
  })
})

it.for(['/', '/product-by-categroy/Electronics', '/product/7'])(
  'nothing hostile breaks out of %s',
  async (path) => {
    const { text, facts } = await open(path, { name: HOSTILE, description: HOSTILE })
    const own = HTML.toString().match(/<script/g)?.length ?? 0
    expect(text.match(/<script/g)).toHaveLength(own + 3)
    expect(text.match(/<\/noscript>/g)).toHaveLength(1)
    expect(text).not.toContain('<b ')
    expect(facts).toBeInstanceOf(Array)
  },
)

const LIST = '/api/products?limit=24'
const AS_SHOWN = 'group=family&sort=relevance&facets=true'
it.for([
  ['/', ['/api/', '/api/shop-window'], '/media/slide/400.avif 400w'],
  ['/product/7', ['/api/products/7'], '/media/lamp/96.avif 96w'],
  [
    '/product-by-categroy/Phones?inStock=true',
    [`${LIST}&category=Phones&${AS_SHOWN}&inStock=true`],
    '/media/lamp/96.avif 96w',
  ],
  [
    '/user/product/show?category=All&search=warm+lamp',
    [`${LIST}&category=All&group=family&search=warm+lamp&sort=relevance&facets=true`],
    '/media/lamp/96.avif 96w',
  ],
] as const)(
  '%s brings what its screen asks for, and begins with its picture',
  async ([path, calls, width]) => {
    const { answers, preload, text } = await open(path)
    expect(Object.keys(answers)).toEqual(calls)
    expect(JSON.stringify(answers)).toContain('"id":7,"name":"Lamp"')
    expect(preload).toContain('type="image/avif" fetchpriority="high" imagesrcset="')
    expect(preload).toContain(width)
    expect(text).toContain('<html data-answered')
  },
)

it.for([
  ['/sign-in', 'Login'],
  ['/sign-up', 'Register a New Account'],
] as const)('%s brings its slides and its title', async ([path, title]) => {
  const { answers, preload, text } = await open(path, {}, { rendered: '<h1>Login</h1>' })
  expect(answers).toEqual({ '/api/shop-window': { slides: [SLIDE], partners: [] } })
  expect(preload).toBeUndefined()
  expect(text).toContain('<div id="root"><h1>Login</h1>')
  expect(text).toContain(`<title>${title} · Noor نور</title>`)
  expect(text).not.toMatch(/ld\+json|<noscript>/)
  expect((await open(path, {}, { visitors: 'sign-in', rendered: '' })).answers).toBeNull()
})

it.for([
  '/user/product/show?favourites=1',
  `/user/product/show?search=${'x'.repeat(201)}`,
  '/carts',
])('%s leaves its questions to the browser', async (path) => {
  expect(await open(path)).toMatchObject({ status: 200, answers: null, preload: undefined })
})

it('the rendered screen is in the document, in its language and without inline styles', async () => {
  const rendered = '<h1 style="inline-size:4px">Lamp</h1>'
  const { text } = await open('/product/7', {}, { rendered })
  expect(text).toContain('<div id="root"><h1 data-style="inline-size:4px">Lamp</h1></div>')
  expect(text).toContain('<html data-rendered="en"')
  expect(text).toMatch(/<template id="scripts">\s*<script type="module"/)
  expect(text.match(/<script type="module"/g)).toHaveLength(1)
  expect(text).not.toContain('<noscript>')
  expect((await open('/product/7', {}, { rendered, lang: 'ar' })).text).toContain(
    'data-rendered="ar"',
  )
  const home = (await open('/', {}, { rendered })).text
  expect(home).toContain('<noscript>')
  expect(home.match(/<h1/g)).toHaveLength(1)
  const unrendered = await open('/product/7')
  expect(unrendered.text).toContain('<div id="root"></div>')
  expect(unrendered.text).not.toContain('data-rendered')
})

it('beyond what can be built, people get pages without what they show, and robots none', async () => {
  const search = '/user/product/show?search=lamp'
  vi.useFakeTimers({ toFake: ['performance'] })
  expect((await open(search, {}, { times: 40 })).answers).not.toBeNull()
  expect(await open(search, {}, { times: 41 })).toMatchObject({ status: 200, answers: null })
  expect((await open(search, {}, { times: 20, isRobot: true })).status).toBe(200)
  expect((await open(search, {}, { times: 21, isRobot: true })).status).toBe(503)
  expect((await open('/product/7', {}, { times: 41, isRobot: true })).facts).toHaveLength(2)
  vi.useRealTimers()
})

it.for(['/product/8', '/nowhere'])('%s says without script that it is not there', async (path) => {
  const [english, arabic] = [await open(path), await open(`${path}?lang=ar`)]
  expect(english.text).toContain('<title>Page not found · Noor نور</title>')
  expect(english.text).toContain('<a href="/">Go to home page</a>')
  expect(arabic.text).toContain('<a href="/?lang=ar">إلى الصفحة الرئيسية</a>')
})

it('a product that is not there is not found, and a closed shop describes nothing', async () => {
  expect(await open('/product/8')).toMatchObject({ status: 404, facts: undefined })
  expect(await open('/product/7', {}, { visitors: 'sign-in' })).toMatchObject({
    status: 200,
    facts: undefined,
  })
  expect((await open('/carts')).text).not.toContain('<noscript>')
})

describeShop('search engines', (shop) => {
  it('read of what visitors may see, and of nothing in a closed shop', async () => {
    const [shown, hidden] = [await shop.product({}), await shop.product({})]
    const { token } = await shop.admin()
    const read = async (path: string) => (await shop.call('GET', path)).status
    for (const path of [
      '/robots.txt',
      '/llms.txt',
      '/feed/en.xml',
      '/sitemap.xml',
      '/sitemap/1.xml',
    ]) {
      expect(await read(path), path).toBe(404)
    }
    expect(
      (await shop.call('POST', MCP_PATH, { body: { jsonrpc: '2.0', method: 'x' } })).status,
    ).toBe(404)
    const rows = await shop.sql`select from throttle where key ~ '^(mcp|feed):'`
    expect(rows).toEqual([])
    const details = '/api/admin/shop-details'
    const { data } = (await shop.call('GET', details, { token })).body
    await shop.call('PUT', details, { token, body: { ...data, visitors: 'browse' } })
    await shop.call('DELETE', `/api/admin/products/${hidden}`, { token })

    for (const path of ['/robots.txt', '/llms.txt', '/sitemap.xml', '/sitemap/1.xml']) {
      const { headers } = await shop.call('GET', path)
      const isKept = { 'cache-control': 'no-cache', etag: expect.stringMatching(/^".+"$/) }
      expect(headers).toMatchObject(isKept)
    }
    expect((await shop.call('GET', '/llms.txt')).text).toMatch(/\(http.*\/feed\/en\.xml\)/)
    expect((await shop.call('GET', '/robots.txt')).text).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m)
    expect((await shop.call('GET', '/sitemap.xml')).text).toContain('/sitemap/1.xml</loc>')
    const { text, headers } = await shop.call('GET', '/sitemap/1.xml')
    expect(headers['content-type']).toMatch(/^application\/xml/)
    expect(text).toContain(`/product/${shown}</loc><lastmod>`)
    expect(text).not.toContain(`/product/${hidden}<`)
    expect(text).toContain('/product-by-categroy/Phones</loc>')
    expect(await read('/sitemap/999999999.xml')).toBe(404)
  })
  it('and phones have a manifest, whose icons are there', async () => {
    const { headers, body } = await shop.call('GET', '/manifest.webmanifest')
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
    expect(body).toMatchObject({
      name: 'Barq برق',
      description: 'Phones, accessories and electronics.',
      theme_color: '#0b3b35',
      start_url: '/',
    })
    expect(body.icons.map(({ src }: { src: string }) => existsSync(`web/public${src}`))).toEqual([
      true,
      true,
      true,
    ])
  })

  it('take products from a feed that the engine of the database reads as XML', async () => {
    const id = await shop.product({ price: 12.5, stock: 3 })
    const hidden = await shop.product({})
    const { token } = await shop.admin()
    await shop.call('DELETE', `/api/admin/products/${hidden}`, { token })
    await shop.sql`
      update product set name = ${`${HOSTILE}\u0001`}, name_ar = 'مصباح', compare_at_cents = 2000,
        description = ']]>&amp;' where id = ${id}`

    const { status, headers, text } = await shop.call('GET', '/feed/en.xml')
    expect([status, headers['content-type']]).toEqual([200, 'application/xml'])
    const rows = await shop.sql<Record<string, string>>`
      select item.* from xmltable(
        xmlnamespaces('http://base.google.com/ns/1.0' as g),
        '/rss/channel/item' passing xmlparse(document ${text})
        columns id integer path 'g:id', title text path 'g:title',
          description text path 'g:description', link text path 'g:link',
          availability text path 'g:availability', price text path 'g:price',
          sale text path 'g:sale_price', type text path 'g:product_type'
      ) item order by id`
    expect(rows.map(({ id }) => id)).not.toContain(hidden)
    expect(rows.at(-1)).toEqual({
      id,
      title: HOSTILE,
      description: ']]>&amp;',
      link: `http://localhost:3000/product/${id}`,
      availability: 'in_stock',
      price: '20.00 USD',
      sale: '12.50 USD',
      type: 'Phones',
    })
    expect((await shop.call('GET', '/feed/ar.xml')).text).toContain('<g:title>مصباح</g:title>')
  })
})
