/** The API responses that the first screen at a URL needs, to be embedded in its document. */
import { callAddress } from '#contract/call-address.ts'
import type { Product, ProductDetail } from '#contract/catalog.ts'
import { LEGAL_PAGES, type LegalPage } from '#contract/legal.ts'
import { COMPARED_MAX, PAGE_SIZE } from '#contract/limits.ts'
import {
  isFiltered,
  isPriceImpossible,
  type ListFilters,
  productsQueryOf,
  readFilters,
  writeFilters,
} from '#contract/list-filters.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import {
  COMPARE_PATH,
  CONTACT_PATH,
  categoryPath,
  legalPath,
  SEARCH_PATH,
} from '#contract/page-paths.ts'
import { PICTURE_SIZES, type PictureShape } from '#contract/pictures.ts'
import { listProducts, type ProductPage, type ProductsQuery } from '#contract/product-lists.ts'
import type { LegalText, Partner, Slide } from '#contract/shop.ts'
import {
  TAGS_OF_STOREFRONT,
  tagsOfFamily,
  tagsOfList,
  tagsOfProduct,
} from '../catalog/cached-catalog.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PageAddress } from '../platform/http/page.ts'
import { compileValidator } from '../platform/http/validation.ts'

export interface DataSources {
  catalog: Pick<Catalog, 'product' | 'products' | 'search' | 'homeLists'>
  storefront(): Promise<Storefront>
  /** @throws ShopError `not_found`. */
  legal(page: LegalPage): Promise<LegalText>
}

interface Storefront {
  slides: Slide[]
  partners: Partner[]
}

type Content =
  | { kind: 'home'; products: Product[] }
  | ListContent
  | { kind: 'product'; product: ProductDetail }
  | { kind: 'sign'; path: string }
  | WrittenContent

export type WrittenContent =
  | { kind: 'compare'; products: Product[] }
  | { kind: 'legal'; page: LegalPage; texts: LegalText }
  | { kind: 'contact' }

export interface ListContent {
  kind: 'list'
  products: Product[]
  category: Category | null
  filters: ListFilters
  facets: ProductPage['facets']
}

export type PageData = Content & {
  /** The responses, the same for everybody, keyed by request URL. */
  answers: Record<string, object>
  first: FirstPicture | null
  /** Additional tags for the response cache, known only once the data has been read. */
  tags: string[]
}

export interface FirstPicture {
  url: string
  shape: PictureShape
  sizes: string
}

export interface KnownPage {
  /**
   * Part of the key in the response cache, the same for all URLs with equal first screens; null for pages that hardly
   * anybody else will request.
   */
  key: string | null
  /** The page's path and query, reduced to what the screen depends on; null if only the browser renders the screen. */
  screen: string | null
  tags: readonly string[]
  /** @throws ShopError `not_found` if the page's subject does not exist or is hidden. */
  read(sources: DataSources): Promise<PageData>
}

const FIGURES = [...TAGS_OF_STOREFRONT, ...tagsOfList('ratings', 'stock')]

/** @returns null for a URL that has no public content. */
export function pageAt({ path, query }: PageAddress): KnownPage | null {
  if (path === '/') return { key: path, screen: path, tags: FIGURES, read: readHome }
  if (path === '/sign-in' || path === '/sign-up') {
    const read = (sources: DataSources) => readSign(sources, path)
    return { key: path, screen: path, tags: TAGS_OF_STOREFRONT, read }
  }
  const category = CATEGORIES.find((one) => categoryPath(one) === path) ?? null
  if (category || path === SEARCH_PATH) return listAt(query, category)
  const written = writtenAt(path, query)
  if (written) return written
  const [, id] = /^\/product\/([1-9]\d{0,14})$/.exec(path) ?? []
  if (!id) return null
  const tags = [...FIGURES, ...tagsOfProduct(Number(id))]
  return { key: path, screen: path, tags, read: (sources) => readProduct(sources, Number(id)) }
}

async function readHome({ catalog, storefront }: DataSources): Promise<PageData> {
  const [lists, shopWindow] = await Promise.all([catalog.homeLists(), storefront()])
  const slide = shopWindow.slides[0]?.picture
  return {
    kind: 'home',
    products: lists.products,
    tags: [],
    answers: { '/api/': { ...lists, carts: [] }, '/api/shop-window': shopWindow },
    first: slide ? { url: slide, shape: 'wide', sizes: PICTURE_SIZES.slide } : null,
  }
}

/** Preloads no picture, because the slides are below the form on phones. */
async function readSign({ storefront }: DataSources, path: string): Promise<PageData> {
  const answers = { '/api/shop-window': await storefront() }
  return { kind: 'sign', path, answers, first: null, tags: [] }
}

/** The legal pages, the contact page and the comparison, which only browsers render. */
function writtenAt(path: string, query: URLSearchParams): KnownPage | null {
  const page = LEGAL_PAGES.find((one) => legalPath(one) === path)
  const known = { screen: null, tags: TAGS_OF_STOREFRONT }
  const nothing = { answers: {}, first: null, tags: [] }
  if (path === CONTACT_PATH) {
    return { ...known, key: path, read: async () => ({ ...nothing, kind: 'contact' }) }
  }
  if (page) {
    const read = async ({ legal }: DataSources) => ({
      ...nothing,
      kind: 'legal' as const,
      page,
      texts: await legal(page),
    })
    return { ...known, key: path, read }
  }
  if (path !== COMPARE_PATH) return null
  const ids = (query.get('ids') ?? '').split(',', COMPARED_MAX).map(Number)
  const read = async ({ catalog }: DataSources) => ({
    ...nothing,
    kind: 'compare' as const,
    products: await catalog.products(ids.filter((id) => Number.isSafeInteger(id))),
  })
  return { ...known, key: null, read }
}

const checkQuery = compileValidator({
  schema: listProducts.query,
  method: 'GET',
  url: '/api/products',
  httpPart: 'querystring',
})

/** @param category null for a search, whose query may name a category. */
function listAt(address: URLSearchParams, category: Category | null): KnownPage | null {
  const read = readFilters(address, category ?? undefined)
  const filters = category ? { ...read, category, search: '' } : read
  // Only the browser knows which products are favorites.
  if (filters.favourites || isPriceImpossible(filters)) return null
  const query = { limit: PAGE_SIZE, ...productsQueryOf(filters, new Set(), true) }
  const call = callAddress('/api/products', {}, query)
  const checked = checkQuery({ ...query }) as { value?: ProductsQuery }
  const asked = checked.value
  if (!asked) return null
  const isRare = filters.search !== '' || isFiltered(filters)
  return {
    key: isRare ? null : call,
    screen: `${category ? categoryPath(category) : SEARCH_PATH}?${writeFilters(filters)}`,
    tags: FIGURES,
    async read({ catalog }) {
      const page: ProductPage = await catalog.search(asked, true)
      const url = page.products[0]?.profileImage
      return {
        kind: 'list',
        products: page.products,
        category,
        filters,
        facets: page.facets,
        tags: [],
        answers: { [call]: page },
        first: url ? { url, shape: 'square', sizes: PICTURE_SIZES.card } : null,
      }
    },
  }
}

async function readProduct({ catalog }: DataSources, id: number): Promise<PageData> {
  const product = await catalog.product(id)
  const url = product.pictures[0]?.url ?? product.profileImage
  return {
    kind: 'product',
    product,
    tags: tagsOfFamily(product),
    answers: { [callAddress('/api/products/{id}', { id })]: product },
    first: url ? { url, shape: 'square', sizes: PICTURE_SIZES.gallery } : null,
  }
}
