/** The tags of cached catalog responses, and which of them each change invalidates. */
import type { Product, ProductDetail } from '#contract/catalog.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { CatalogChange } from './catalog-changes.ts'

/** Tags every product list, since a staff edit may move any product into it. */
const PRODUCTS = 'products'
const STOREFRONT = 'storefront'

const shows = (id: number | '*') => `product:${id}`
/** Tags responses that must always show a product's current stock and sales, unlike lists, which may lag. */
const sells = (id: number) => `stock:${id}`
/** Tags of the lists that depend on ratings or stock, a change to which may move any product into these lists. */
const byFigure = { ratings: 'by-rating', stock: 'by-sales' }

export const tagsOfProduct = (id: number): string[] => [shows(id), sells(id)]

export function tagsOfFamily({ family }: ProductDetail): string[] {
  return family?.products.flatMap(({ id }) => tagsOfProduct(id)) ?? []
}

/**
 * Tags of a product list. `product:*` stands for the products in the list, which are unknown until it is built.
 * @param figures what the list's contents or sort order depend on.
 */
export function tagsOfList(...figures: Array<keyof typeof byFigure>): string[] {
  return [PRODUCTS, shows('*'), ...figures.map((figure) => byFigure[figure])]
}

/** Tags of the products in a list. A family member shows its family's rating, which changes with any member's. */
export const tagsOfShown = (products: readonly Pick<Product, 'id' | 'group_rating'>[]): string[] =>
  products.flatMap(({ id, group_rating }) =>
    group_rating ? [shows(id), byFigure.ratings] : [shows(id)],
  )

export const TAGS_OF_LISTS: readonly string[] = [PRODUCTS]

/** Tags of suggestions, which show only data that staff edit. */
export const TAGS_OF_SUGGESTIONS: readonly string[] = [PRODUCTS]

export const TAGS_OF_STOREFRONT: readonly string[] = [STOREFRONT]

/**
 * Drops the cached responses that the change affects. Only the stock and sales shown in lists may lag behind orders.
 */
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
