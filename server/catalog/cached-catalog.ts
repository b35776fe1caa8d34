/** By which tags cached answers depend on the catalogue, and what a change does to them. */
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { CatalogChange } from './catalog-changes.ts'

/** Every list of products: any product may come into it when staff changes one. */
const PRODUCTS = 'products'
const STOREFRONT = 'storefront'

const shows = (id: number | '*') => `product:${id}`
/** Shows a product's stock and sales, and must be right in them for everybody at once. */
const sells = (id: number) => `stock:${id}`
/** In the order of a figure, or chosen by it: any product may come into it. */
const byFigure = { ratings: 'by-rating', stock: 'by-sales' }

/** Of a product's own page. */
export const tagsOfProduct = (id: number): string[] => [shows(id), sells(id)]

/** Of a list that shows figures of products. Those that it shows are known once it is built. */
export function tagsOfList(...figures: Array<keyof typeof byFigure>): string[] {
  return [PRODUCTS, shows('*'), ...figures.map((figure) => byFigure[figure])]
}

export const tagsOfShown = (products: readonly { id: number }[]): string[] =>
  products.map(({ id }) => shows(id))

/** Of suggestions, which show nothing but what staff changes. */
export const TAGS_OF_SUGGESTIONS: readonly string[] = [PRODUCTS]

/** Of the carousel and the partners. */
export const TAGS_OF_STOREFRONT: readonly string[] = [STOREFRONT]

/** Nothing older than the change is served afterwards, but for figures of orders in lists. */
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
