import { type Static, Type } from 'typebox'
import { endpointsOf } from './endpoint.ts'
import { LEGAL_PAGES } from './legal.ts'
import { LEGAL_TEXT_MAX } from './limits.ts'
import { CATEGORIES, LOCALE_CODES } from './locale.ts'
import { Id, NotModified, Nullable, named, names, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Shop')
const operation = endpointsOf('Operations')
const forSearchEngines = endpointsOf('Search engines')

export const ACCENT = { pattern: '^#[0-9a-f]{6}$', examples: ['#7a1fa2'] }

export const ShopConfig = Type.Object({
  demo: Type.Boolean(),
  demo_mails: Type.Boolean({
    description: 'whether emails are shown to everyone instead of being sent',
  }),
  languages: Type.Array(Type.Enum(LOCALE_CODES)),
  currency: Type.String({ description: 'the currency of all amounts, ISO 4217' }),
  currencyDigits: Type.Integer({
    description: 'the number of decimals in an amount, such as 2 for USD or 0 for JPY',
  }),
  realtime: Type.Object({
    key: Type.String(),
    host: Nullable(Type.String()),
    port: Type.Integer(),
  }),
  payment: Type.Object({
    provider: Type.String({ description: '`sandbox` or `stripe`' }),
    opensPage: Type.Boolean({ description: "whether customers pay on the provider's own page" }),
  }),
  google: Type.Boolean(),
  addressRequired: Type.Boolean({
    description: 'whether an address is required to place an order, not just to send it',
  }),
  placeholders: Type.Boolean({
    description: "whether the specification's fixed placeholder texts are shown",
  }),
  delivery_promise: Type.String({
    description: "the shop's delivery promise, shown if `placeholders` is false; may be empty",
  }),
  delivery_promise_ar: Type.String(),
  visitors: Type.Enum(['sign-in', 'browse'], {
    description:
      'what visitors can do without an account: `sign-in`, only sign in or sign up; `browse`, also see the home, catalog, search, comparison and contact pages and fill a cart',
  }),
  guests: Type.Boolean({
    description: 'whether customers can order without an account (`POST /api/guests`)',
  }),
  timeZone: Type.String({
    description: "the IANA time zone in which the shop's days begin and end",
  }),
  brand: Type.Object(
    {
      ...names,
      tagline: Type.String(),
      tagline_ar: Type.String(),
      logo: Nullable(Type.String({ description: 'the URL of a wide picture; null for none' })),
    },
    { description: "the shop's name, tagline and logo; the tagline may be empty" },
  ),
  categories: Type.Array(
    Type.Object({
      category: Type.Enum(CATEGORIES),
      ...names,
    }),
    {
      description:
        'the categories that the shop has renamed; the others are shown under their default names',
    },
  ),
  accent: Nullable(
    Type.String({
      description:
        'the color that the shop chose, such as `#7a1fa2`; without its `#`, it is the parameter of `GET /api/theme/{accent}`; null for the default colors',
    }),
  ),
  locale: Nullable(
    Type.Enum(LOCALE_CODES, {
      description: "the language for visitors who have not chosen one; null for their browser's",
    }),
  ),
  maintenance: Nullable(
    Type.Object(
      { text: Type.String(), text_ar: Type.String() },
      {
        description:
          'the notice that customers cannot order or pay at the moment; null if they can',
      },
    ),
  ),
  contact: Type.Object(
    {
      phone: Type.String(),
      email: Type.String(),
      address: Type.String(),
      address_ar: Type.String(),
      privacyUrl: Nullable(Type.String()),
      termsUrl: Nullable(Type.String()),
    },
    {
      description:
        'unset details are empty, or examples if `placeholders` is true; unset URLs are null',
    },
  ),
  legal: Type.Array(Type.Enum(LEGAL_PAGES), {
    description: 'the legal pages that the shop publishes itself',
  }),
  social: Type.Object(
    {
      facebook: Nullable(Type.String()),
      instagram: Nullable(Type.String()),
      youtube: Nullable(Type.String()),
    },
    {
      description: "URLs of the shop's pages on these networks; null for a network without one",
    },
  ),
})
export type ShopConfig = Static<typeof ShopConfig>

export const shopConfig = endpoint('GET /api/config', {
  summary: 'The public configuration of the shop',
  access: 'public',
  replies: { 200: ShopConfig, 304: NotModified },
})

export const theme = endpoint('GET /api/theme/{accent}', {
  summary:
    'The style sheet for a color, given as its hex code without `#`; pages load the one for the `accent` in `GET /api/config`',
  access: 'public',
  params: Type.Object({ accent: Type.String({ pattern: '^[0-9a-f]{6}$', examples: ['7a1fa2'] }) }),
  replies: { 200: Type.String({ contentMediaType: 'text/css' }) },
})

export const LegalParams = Type.Object({ page: Type.Enum(LEGAL_PAGES) })

const Text = Type.String({ maxLength: LEGAL_TEXT_MAX })

export const LegalText = Type.Object({
  text: {
    ...Text,
    description:
      'plain text: `# ` at the start of a line begins a heading, `- ` a list item; an empty line separates paragraphs',
  },
  text_ar: { ...Text, description: 'if empty, `text` is used for both languages' },
})
export type LegalText = Static<typeof LegalText>

export const legalPage = endpoint('GET /api/legal/{page}', {
  summary: 'A legal page written by staff; returns a 404 if there is none',
  access: 'public',
  params: LegalParams,
  replies: {
    200: Type.Object({ ...LegalText.properties, updated_at: Timestamp }),
    304: NotModified,
  },
})

export const Slide = Type.Object(
  {
    id: Id,
    title: Type.String(),
    title_ar: Type.String(),
    subtitle: Type.String(),
    subtitle_ar: Type.String(),
    cta: Type.String({ description: "the text on the slide's button" }),
    cta_ar: Type.String(),
    link: Type.String({ description: 'a path in the shop or an https URL' }),
    picture: Type.String({
      description:
        'the URL of a wide picture, `/media/{key}/800.webp`; also available with widths of 400 and 1200, and as `avif`',
    }),
    alt: Type.String(),
    alt_ar: Type.String(),
  },
  { title: 'Slide' },
)
export type Slide = Static<typeof Slide>

export const Partner = Type.Object(
  {
    ...named,
    logo: Type.String(),
    logo_ratio: Type.Number({ description: 'the width of the logo divided by its height' }),
    link: Nullable(Type.String()),
  },
  { title: 'Partner' },
)
export type Partner = Static<typeof Partner>

/** The path predates the word "storefront" and is kept because clients call it. */
export const storefront = endpoint('GET /api/shop-window', {
  summary: 'The slides of the carousel and the partners, in display order',
  access: 'public',
  replies: {
    200: Type.Object({ slides: Type.Array(Slide), partners: Type.Array(Partner) }),
    304: NotModified,
  },
})

export const healthz = operation('GET /healthz', {
  summary: 'Liveness: the process responds',
  access: 'public',
  replies: { 200: Type.Object({ status: Type.Literal('ok') }) },
})

export const readyz = operation('GET /readyz', {
  summary:
    'Readiness: the database responds and is up to date, there is free disk space, and the server is not stopping',
  access: 'public',
  replies: { 200: Type.Object({ status: Type.Literal('ready') }) },
})

export const metrics = operation('GET /metrics', {
  summary: 'Metrics for Prometheus; served to the local machine only',
  access: 'public',
  replies: { 200: Type.String({ contentMediaType: 'text/plain' }) },
  errors: ['not_found'],
})

export const robots = forSearchEngines('GET /robots.txt', {
  summary: 'What search engines may crawl; returns a 404 unless visitors may browse',
  access: 'public',
  replies: { 200: Type.String({ contentMediaType: 'text/plain' }) },
  errors: ['not_found'],
})

export const installManifest = endpointsOf('Page')('GET /manifest.webmanifest', {
  summary: 'The web app manifest, which lets phones add the shop to the home screen',
  access: 'public',
  replies: { 200: Type.String({ contentMediaType: 'application/manifest+json' }) },
})

export const machineGuide = forSearchEngines('GET /llms.txt', {
  summary: 'A guide to the shop for AI assistants; returns a 404 unless visitors may browse',
  access: 'public',
  replies: { 200: Type.String({ contentMediaType: 'text/plain' }) },
  errors: ['not_found'],
})

const Xml = Type.String({ contentMediaType: 'application/xml' })

export const productFeed = forSearchEngines('GET /feed/{file}', {
  summary:
    'All products in one language, in the format of Google Merchant Center; returns a 404 unless visitors may browse',
  access: 'public',
  params: Type.Object({
    file: Type.String({ pattern: '^(en|ar)\\.xml$', examples: ['en.xml'] }),
  }),
  replies: { 200: Xml },
  errors: ['not_found', 'too_many'],
})

export const sitemap = forSearchEngines('GET /sitemap.xml', {
  summary: 'The sitemap index; returns a 404 unless visitors may browse',
  access: 'public',
  replies: { 200: Xml },
  errors: ['not_found'],
})

export const sitemapPart = forSearchEngines('GET /sitemap/{part}', {
  summary: 'One part of the sitemap: page URLs, with the date of the last change for products',
  access: 'public',
  params: Type.Object({
    part: Type.String({ pattern: '^[1-9][0-9]{0,8}\\.xml$', examples: ['1.xml'] }),
  }),
  replies: { 200: Xml },
  errors: ['not_found'],
})
