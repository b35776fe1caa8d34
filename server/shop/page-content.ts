/**
 * The content of a page for programs that do not run its scripts: search engines, and messengers that preview links.
 */
import type { BreadcrumbList, OrganizationLeaf, Product as ProductFact } from 'schema-dts'
import type { Product, ProductDetail } from '#contract/catalog.ts'
import { type Block, blocksOf } from '#contract/legal-text.ts'
import { CATEGORIES, type Locale } from '#contract/locale.ts'
import { formatMoney } from '#contract/money.ts'
import {
  COMPARE_PATH,
  CONTACT_PATH,
  categoryPath,
  legalPath,
  productPath,
  SEARCH_PATH,
} from '#contract/page-paths.ts'
import { escapeHtml } from '../emails/email-template.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import type { FirstPicture, ListContent, PageData, WrittenContent } from './page-data.ts'
import {
  absolute,
  breadcrumb,
  inLanguage,
  nameOfCategory,
  productFact,
  productFacts,
  type Reader,
  sellerFact,
} from './page-facts.ts'
import type { ShippingTerms } from './shipping-facts.ts'

export interface PageContent {
  /** Null for the home page, which keeps the document's own title. */
  title: string | null
  description: string | null
  /** The page's canonical path, without parameters such as the language or a search. */
  path: string
  picture: FirstPicture | null
  /** What messengers show below the title, if not the description. */
  caption?: string
  facts: (ProductFact | BreadcrumbList | OrganizationLeaf)[]
  /** HTML below the title. */
  body: string
}

const DESCRIPTION_LENGTH = 200
const DESCRIBED = 6

export type ReadMethods = () => Promise<readonly ShippingTerms[]>

export async function contentOf(
  data: PageData,
  reader: Reader,
  methods: ReadMethods,
): Promise<PageContent> {
  const picture = data.first
  if (data.kind === 'sign') return { ...signContent(reader, data.path), picture }
  if (data.kind === 'home') return { ...homeContent(reader, data.products), picture }
  if (data.kind === 'product') {
    return { ...productContent(reader, data.product, await methods()), picture }
  }
  if (data.kind === 'list') return { ...listContent(reader, data), picture }
  return { ...writtenContent(reader, data), facts: [], picture }
}

export function missingContent(reader: Reader): Pick<PageContent, 'title' | 'body'> {
  const title = translate(reader.locale, 'notFound.title')
  const home = linkTo(reader, '/', translate(reader.locale, 'notFound.home'))
  const text = paragraph(translate(reader.locale, 'notFound.text'))
  return { title, body: `<h1>${escapeHtml(title)}</h1>${text}<p>${home}</p>` }
}

type Said = Omit<PageContent, 'picture'>

/** The content of the sign-in or sign-up page. It has no body, because the form needs script. */
function signContent({ locale }: Reader, path: string): Said {
  const title = translate(locale, path === '/sign-up' ? 'auth.signUp.title' : 'auth.signIn.title')
  return { title, path, description: null, facts: [], body: '' }
}

function homeContent(reader: Reader, products: readonly Product[]): Said {
  const { config, publicUrl, locale } = reader
  const links = [
    ...CATEGORIES.map((one) => linkTo(reader, categoryPath(one), nameOfCategory(reader, one))),
    linkTo(reader, CONTACT_PATH, translate(locale, 'contact.title')),
    ...config.legal.map((one) =>
      linkTo(reader, legalPath(one), translate(locale, `footer.${one}`)),
    ),
  ]
  const { social, contact, brand } = config
  return {
    title: null,
    path: '/',
    description: `${nameIn(locale, brand)}: ${tagline(reader)}`,
    facts: [
      {
        ...sellerFact(reader),
        ...(brand.logo && { logo: absolute(publicUrl, brand.logo) }),
        ...(contact.email && { email: contact.email }),
        sameAs: Object.values(social).filter((link) => link !== null),
      },
    ],
    body: `<p>${links.join(' ')}</p>${list(reader, products)}`,
  }
}

/**
 * The content for a category, a brand, a subcategory, or all products. Searches and other filters get no path of their
 * own, because anybody can craft a link to a search.
 */
function listContent(reader: Reader, { products, facets, filters }: ListContent): Said {
  const { locale } = reader
  const { search } = filters
  const category = CATEGORIES.find((one) => one === filters.category && !search)
  const only = (name: 'brand' | 'sub', all: readonly Group[] = []) =>
    all.filter(({ id }) => !search && String(id) === filters[name]).map((one) => ({ name, one }))
  const groups = [...only('brand', facets?.brands), ...only('sub', facets?.subCategories)]
  const base = category ? categoryPath(category) : SEARCH_PATH
  const way: [name: string, path: string][] = []
  if (category) way.push([nameOfCategory(reader, category), base])
  if (groups.length > 0) {
    const query = new URLSearchParams(
      Object.fromEntries(groups.map(({ name, one }) => [name, String(one.id)])),
    )
    way.push([groups.map(({ one }) => nameIn(locale, one)).join(' · '), `${base}?${query}`])
  }
  const all = search ? searchTitle(locale, search) : translate(locale, 'list.all')
  const [title, path] = way.at(-1) ?? [all, base]
  const names = products.slice(0, DESCRIBED).map((one) => nameIn(locale, one))
  return {
    title,
    path,
    description: abridged(`${title}: ${listed(locale, names)}`),
    facts: way.length > 0 ? [breadcrumb(reader, way)] : [],
    body: list(reader, products),
  }
}

const searchTitle = (locale: Locale, search: string) =>
  translate(locale, { id: 'list.searchFor', values: { search } })

interface Group {
  id: number
  name: string
  name_ar: string
}

function writtenContent(reader: Reader, data: WrittenContent): Omit<Said, 'facts'> {
  const { config, locale } = reader
  if (data.kind === 'compare') {
    const names = data.products.map((one) => nameIn(locale, one))
    return {
      title: translate(locale, 'compare.title'),
      path: `${COMPARE_PATH}?ids=${data.products.map(({ id }) => id).join()}`,
      description: listed(locale, names) || null,
      body: list(reader, data.products),
    }
  }
  if (data.kind === 'legal') {
    const { text, text_ar } = data.texts
    const blocks = blocksOf((locale === 'ar' && text_ar) || text || text_ar)
    return {
      title: translate(locale, `footer.${data.page}`),
      path: legalPath(data.page),
      description: abridged(blocks.flatMap(linesOf).join(' ')),
      body: blocks.flatMap(elementsOf).join(''),
    }
  }
  const title = translate(locale, 'contact.title')
  const { phone, email, address, address_ar } = config.contact
  const lines = [phone, email, (locale === 'ar' && address_ar) || address].filter(Boolean)
  return {
    title,
    path: CONTACT_PATH,
    description: [title, ...lines].join(' · '),
    body: lines.map(paragraph).join(''),
  }
}

/** One HTML element per heading, line of text or list entry. */
const elementsOf = (block: Block) =>
  linesOf(block).map((line) =>
    block.kind === 'heading' ? `<h2>${escapeHtml(line)}</h2>` : paragraph(line),
  )

const linesOf = (block: Block) => (block.kind === 'list' ? block.entries : block.text.split('\n'))

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

const abridged = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, DESCRIPTION_LENGTH)

const listed = (locale: Locale, names: readonly string[]) =>
  new Intl.ListFormat(locale, { type: 'unit' }).format(names)

function tagline({ config, locale }: Reader): string {
  const { tagline: own, tagline_ar } = config.brand
  return (locale === 'ar' && tagline_ar) || own || translate(locale, 'shop.tagline')
}

function productContent(
  reader: Reader,
  product: ProductDetail,
  methods: readonly ShippingTerms[],
): Said {
  const { locale } = reader
  const { title, text } = productFacts(reader, product)
  const path = productPath(product.id)
  const { category, family } = product
  const kin = family?.products.filter(({ id }) => id !== product.id) ?? []
  return {
    title,
    path,
    description: abridged(text),
    caption: abridged(`${offer(reader, product)}. ${text}`),
    facts: [
      productFact(reader, product, methods),
      breadcrumb(reader, [
        [nameOfCategory(reader, category), categoryPath(category)],
        [title, path],
      ]),
    ],
    body: [
      picture(product, title),
      `<p>${offerLine(reader, product)}</p><p>${escapeHtml(text)}</p>`,
      kin.length > 0
        ? `<ul>${kin.map((one) => `<li>${linkTo(reader, productPath(one.id), nameIn(locale, one))}</li>`).join('')}</ul>`
        : '',
      linkTo(reader, categoryPath(category), nameOfCategory(reader, category)),
    ].join(''),
  }
}

function list(reader: Reader, products: readonly Product[]): string {
  const lines = products.map((product) => {
    const name = nameIn(reader.locale, product)
    const link = linkTo(reader, productPath(product.id), name)
    return `<li>${picture(product, '', 192)}${link} ${offerLine(reader, product)}</li>`
  })
  return `<ul>${lines.join('')}</ul>`
}

function offer(
  { locale }: Reader,
  { price, quantity }: Product,
  mark = (amount: string) => amount,
): string {
  const stock = translate(locale, quantity > 0 ? 'product.inStock' : 'product.soldOut')
  return `${mark(formatMoney(price, locale))}, ${stock}`
}

/** The offer as HTML with the amount isolated: after an Arabic name, the currency sign would otherwise change sides. */
const offerLine = (reader: Reader, product: Product) =>
  offer(reader, product, (amount) => `<bdi dir="ltr">${escapeHtml(amount)}</bdi>`)

function picture({ profileImage }: Product, alt: string, size = 384): string {
  if (!profileImage) return ''
  return `<img src="${escapeHtml(profileImage)}" width="${size}" height="${size}" loading="lazy" alt="${escapeHtml(alt)}">`
}

const linkTo = (reader: Reader, path: string, text: string) =>
  `<a href="${escapeHtml(inLanguage(reader, path))}">${escapeHtml(text)}</a>`
