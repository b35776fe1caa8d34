/** The tags of cached catalog answers, and what each change invalidates. */
import type { Product, ProductDetail } from '#contract/catalog.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { CatalogChange } from './catalog-changes.ts'

/** Tags every list of products, since an edit by staff may move any product into it. */
const PRODUCTS = 'products'
const STOREFRONT = 'storefront'

const shows = (id: number | '*') => `product:${id}`
/** Tags answers that show a product's stock and sales, which must be current for everybody immediately. */
const sells = (id: number) => `stock:${id}`
/** Tags lists sorted or filtered by a figure, since a change can move any product into them. */
const byFigure = { ratings: 'by-rating', stock: 'by-sales' }

/** Tags of a product's own page. */
export const tagsOfProduct = (id: number): string[] => [shows(id), sells(id)]

/** Tags for the family that a product's page shows. */
export function tagsOfFamily({ family }: ProductDetail): string[] {
  return family?.products.flatMap(({ id }) => tagsOfProduct(id)) ?? []
}

/** Tags of a list that depends on figures of products. Its products are known only once it is built. */
export function tagsOfList(...figures: Array<keyof typeof byFigure>): string[] {
  return [PRODUCTS, shows('*'), ...figures.map((figure) => byFigure[figure])]
}

/** Tags of products that are shown. A rating of any product in its family changes what a product shows. */
export const tagsOfShown = (products: readonly Pick<Product, 'id' | 'group_rating'>[]): string[] =>
  products.flatMap(({ id, group_rating }) =>
    group_rating ? [shows(id), byFigure.ratings] : [shows(id)],
  )

/** The tags that all lists have. */
export const TAGS_OF_LISTS: readonly string[] = [PRODUCTS]

/** Tags of suggestions, which show only what staff edit. */
export const TAGS_OF_SUGGESTIONS: readonly string[] = [PRODUCTS]

/** Tags of the carousel, the partners, and other storefront content. */
export const TAGS_OF_STOREFRONT: readonly string[] = [STOREFRONT]

/** After this, nothing older than the change is served, except figures in lists that orders change. */
export function applyChange(cache: ResponseCache, change: CatalogChange): void {
  switch (change.what) {
    case 'products':
    case 'restored':
      cache.invalidate([PRODUCTS, ...change.ids.map(shows)])
      break
    case 'ratings':
      cache.invalidate([byFigure.ratings, ...change.ids.map(shows)])
      break
    case 'stock':
      cache.invalidate(change.ids.map(sells))
      cache.lag([byFigure.stock, ...change.ids.map(shows)])
      break
    case 'storefront':
      cache.invalidate([STOREFRONT])
      break
    case 'everything':
      cache.invalidateAll()
      break
  }
}
