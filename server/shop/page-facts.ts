/** Machine-readable product data for pages and feeds, in the vocabulary of schema.org. */
import type {
  BreadcrumbList,
  OrganizationLeaf,
  Product as ProductFact,
  ProductGroup,
} from 'schema-dts'
import type { ProductDetail } from '#contract/catalog.ts'
import { currencyOf } from '#contract/currencies.ts'
import type { Category, Locale } from '#contract/locale.ts'
import { legalPath, productPath } from '#contract/page-paths.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import { type ShippingTerms, shippingOf } from './shipping-facts.ts'

export interface Reader {
  config: ShopConfig
  publicUrl: string
  locale: Locale
}

/** The product data shared by the product's page, the feed and the tools for AI assistants. */
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

export function productFact(
  reader: Reader,
  product: ProductDetail,
  methods: readonly ShippingTerms[],
): ProductFact {
  const { title, text, url, images, brand, amount, isInStock } = productFacts(reader, product)
  const { rating, ratings } = product.group_rating ?? product
  return {
    '@type': 'Product',
    '@id': url,
    name: title,
    description: text,
    url,
    image: images,
    sku: String(product.id),
    brand: { '@type': 'Brand', name: brand },
    offers: {
      '@type': 'Offer',
      url,
      price: amount(product.price),
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

/** The shop, with a link to its returns policy, which Google reads nowhere else. */
export function sellerFact({ config, publicUrl, locale }: Reader): OrganizationLeaf {
  const returns = absolute(publicUrl, legalPath('returns'))
  return {
    '@type': 'Organization',
    name: nameIn(locale, config.brand),
    url: publicUrl,
    ...(config.legal.includes('returns') && {
      hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnLink: returns },
    }),
  }
}

function groupFact(reader: Reader, family: NonNullable<ProductDetail['family']>): ProductGroup {
  return {
    '@type': 'ProductGroup',
    productGroupID: String(family.id),
    name: nameIn(reader.locale, family),
    // Each variant is described on its own page: a Product here would need a price and pictures.
    hasVariant: family.products.map(({ id }) => {
      const url = addressOf(reader, productPath(id))
      return { '@id': url, url }
    }),
  }
}

export function breadcrumb(
  reader: Reader,
  way: ReadonlyArray<[name: string, path: string]>,
): BreadcrumbList {
  const { config, locale } = reader
  const places = [[nameIn(locale, config.brand), '/'] as const, ...way]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(reader, path),
    })),
  }
}

export const absolute = (publicUrl: string, path: string) => new URL(path, publicUrl).href

/** The language of URLs that do not name one. */
export const firstLocale = ({ locale }: Pick<ShopConfig, 'locale'>): Locale => locale ?? 'en'

/** The URL of a path in the reader's language. */
export const addressOf = (reader: Reader, path: string): string =>
  absolute(reader.publicUrl, inLanguage(reader, path))

export const inLanguage = ({ config, locale }: Reader, path: string) =>
  locale === firstLocale(config) ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`

export function nameOfCategory({ config, locale }: Reader, category: Category): string {
  const own = config.categories.find((one) => one.category === category)
  return own ? nameIn(locale, own) : translate(locale, `category.${category}`)
}
