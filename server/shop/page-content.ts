/** What a page says to who runs none of its script: search engines, and messengers that show a link. */
import type {
  BreadcrumbList,
  OrganizationLeaf,
  Product as ProductFact,
  ProductGroup,
} from 'schema-dts'
import type { Product, ProductDetail } from '#contract/catalog.ts'
import { currencyOf } from '#contract/currencies.ts'
import { CATEGORIES, type Category, type Locale } from '#contract/locale.ts'
import { formatMoney } from '#contract/money.ts'
import { categoryPath, legalPath, productPath } from '#contract/page-paths.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { escapeHtml } from '../emails/email-template.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import type { PageData } from './page-data.ts'
import { type ShippingTerms, shippingOf } from './shipping-facts.ts'

export interface PageContent {
  /** Null for the shop's own. */
  title: string | null
  description: string | null
  /** The address of the page, without what only chooses how it looks. */
  path: string
  /** The address of a picture, relative to the shop's. */
  picture: string | null
  /** Of schema.org. */
  facts: (ProductFact | BreadcrumbList | OrganizationLeaf)[]
  /** HTML. */
  body: string
}

export interface Reader {
  config: ShopConfig
  publicUrl: string
  locale: Locale
}

const DESCRIPTION_LENGTH = 200

/** The shipping methods that are on. */
export type ReadMethods = () => Promise<readonly ShippingTerms[]>

/** What the page with this data says; null for a search and the sign screens, which nobody else is led to. */
export async function contentOf(
  data: PageData,
  reader: Reader,
  methods: ReadMethods,
): Promise<PageContent | null> {
  if (data.kind === 'home') return homeContent(reader, data.products)
  if (data.kind === 'product') return productContent(reader, data.product, await methods())
  if (data.kind === 'sign') return null
  return data.category && categoryContent(reader, data.category, data.products)
}

function homeContent(reader: Reader, products: readonly Product[]): PageContent {
  const { config, publicUrl, locale } = reader
  const links = CATEGORIES.map((one) =>
    linkTo(reader, categoryPath(one), nameOfCategory(reader, one)),
  )
  const { social, contact, brand } = config
  return {
    ...{ title: null, description: null, path: '/', picture: brand.logo },
    facts: [
      {
        ...sellerFact(reader),
        ...(brand.logo && { logo: absolute(publicUrl, brand.logo) }),
        ...(contact.email && { email: contact.email }),
        sameAs: Object.values(social).filter((link) => link !== null),
      },
    ],
    body: `${heading(nameIn(locale, brand))}<p>${links.join(' ')}</p>${list(reader, products)}`,
  }
}

function categoryContent(
  reader: Reader,
  category: Category,
  products: readonly Product[],
): PageContent {
  const title = nameOfCategory(reader, category)
  return {
    ...{ title, description: null, path: categoryPath(category), picture: null },
    facts: [breadcrumb(reader, [[title, categoryPath(category)]])],
    body: heading(title) + list(reader, products),
  }
}

function productContent(
  reader: Reader,
  product: ProductDetail,
  methods: readonly ShippingTerms[],
): PageContent {
  const { locale } = reader
  const { title, text } = productFacts(reader, product)
  const path = productPath(product.id)
  const { category, family } = product
  const kin = family?.products.filter(({ id }) => id !== product.id) ?? []
  return {
    ...{ title, path, picture: product.profileImage },
    description: text.replace(/\s+/g, ' ').slice(0, DESCRIPTION_LENGTH),
    facts: [
      productFact(reader, product, methods),
      breadcrumb(reader, [
        [nameOfCategory(reader, category), categoryPath(category)],
        [title, path],
      ]),
    ],
    body: [
      heading(title),
      picture(product, title),
      `<p>${offer(reader, product)}</p><p>${escapeHtml(text)}</p>`,
      kin.length > 0
        ? `<ul>${kin.map((one) => `<li>${linkTo(reader, productPath(one.id), nameIn(locale, one))}</li>`).join('')}</ul>`
        : '',
      linkTo(reader, categoryPath(category), nameOfCategory(reader, category)),
    ].join(''),
  }
}

/** What machines read of a product, here and in the feed. */
export function productFacts(reader: Reader, product: ProductDetail) {
  const { config, publicUrl, locale } = reader
  const { brand, pictures, quantity, seller } = product
  const { digits } = currencyOf(config.currency)
  return {
    title: nameIn(locale, product),
    text: (locale === 'ar' && product.description_ar) || product.description,
    url: addressOf(reader, productPath(product.id)),
    images: pictures.map(({ url }) => absolute(publicUrl, url)),
    brand: nameIn(locale, brand ?? { name: seller }),
    amount: (price: number) => price.toFixed(digits),
    isInStock: quantity > 0,
  }
}

function productFact(
  reader: Reader,
  product: ProductDetail,
  methods: readonly ShippingTerms[],
): ProductFact {
  const { title, text, url, images, brand, amount, isInStock } = productFacts(reader, product)
  const { rating, ratings } = product.group_rating ?? product
  return {
    ...{ '@type': 'Product', '@id': url },
    ...{ name: title, description: text, url, image: images, sku: String(product.id) },
    brand: { '@type': 'Brand', name: brand },
    offers: {
      ...{ '@type': 'Offer', url, price: amount(product.price) },
      priceCurrency: reader.config.currency,
      availability: `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}`,
      shippingDetails: shippingOf(reader.config, product, methods),
      seller: sellerFact(reader),
    },
    ...(product.family && { isVariantOf: groupFact(reader, product.family) }),
    ...(ratings > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating ?? 0,
        ratingCount: ratings,
      },
    }),
  }
}

/** The shop, with its returns policy: Google reads a link to one only here. */
function sellerFact({ config, publicUrl, locale }: Reader): OrganizationLeaf {
  const returns = absolute(publicUrl, legalPath('returns'))
  return {
    ...{ '@type': 'Organization', name: nameIn(locale, config.brand), url: publicUrl },
    ...(config.legal.includes('returns') && {
      hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnLink: returns },
    }),
  }
}

/** The product and its variants, each of which has a page of its own. */
function groupFact(reader: Reader, family: NonNullable<ProductDetail['family']>): ProductGroup {
  return {
    ...{ '@type': 'ProductGroup', productGroupID: String(family.id) },
    name: nameIn(reader.locale, family),
    // Described on its own page: a Product here would have to have a price and pictures.
    hasVariant: family.products.map(({ id }) => {
      const url = addressOf(reader, productPath(id))
      return { '@id': url, url }
    }),
  }
}

function breadcrumb(
  reader: Reader,
  way: ReadonlyArray<[name: string, path: string]>,
): BreadcrumbList {
  const { config, locale } = reader
  const places = [[nameIn(locale, config.brand), '/'] as const, ...way]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map(([name, path], index) => ({
      ...{ '@type': 'ListItem', position: index + 1, name, item: addressOf(reader, path) },
    })),
  }
}

function list(reader: Reader, products: readonly Product[]): string {
  const lines = products.map((product) => {
    const name = nameIn(reader.locale, product)
    const link = linkTo(reader, productPath(product.id), name)
    return `<li>${link} ${offer(reader, product)}</li>`
  })
  return `<ul>${lines.join('')}</ul>`
}

/** The price, and whether there is any. */
function offer({ locale }: Reader, { price, quantity }: Product): string {
  const stock = translate(locale, quantity > 0 ? 'product.inStock' : 'product.soldOut')
  return escapeHtml(`${formatMoney(price, locale)}, ${stock}`)
}

function picture({ profileImage }: Product, alt: string): string {
  if (!profileImage) return ''
  return `<img src="${escapeHtml(profileImage)}" width="384" height="384" alt="${escapeHtml(alt)}">`
}

const heading = (text: string) => `<h1>${escapeHtml(text)}</h1>`
const linkTo = (reader: Reader, path: string, text: string) =>
  `<a href="${inLanguage(reader, path)}">${escapeHtml(text)}</a>`
/** The whole address. */
export const absolute = (publicUrl: string, path: string) => new URL(path, publicUrl).href

/** The language of an address that names none. */
export const firstLocale = ({ locale }: Pick<ShopConfig, 'locale'>): Locale => locale ?? 'en'

/** An address in the reader's language. */
export const addressOf = (reader: Reader, path: string): string =>
  absolute(reader.publicUrl, inLanguage(reader, path))

const inLanguage = ({ config, locale }: Reader, path: string) =>
  locale === firstLocale(config) ? path : `${path}?lang=${locale}`

export function nameOfCategory({ config, locale }: Reader, category: Category): string {
  const own = config.categories.find((one) => one.category === category)
  return own ? nameIn(locale, own) : translate(locale, `category.${category}`)
}
