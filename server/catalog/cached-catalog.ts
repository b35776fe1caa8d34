/** The tags of cached catalog answers, and what each change invalidates. */
import type { Product, ProductDetail } from '#contract/catalog.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { CatalogChange } from './catalog-changes.ts'

/** Tags every list of products, since an edit by staff may move any product into it. */
const PRODUCTS = 'products'
const STOREFRONT = 'storefront'

const shows = (id: number | '*') => `product:${id}`
/** Tags answers that must show everybody a product's current stock and sales, unlike lists, which may lag. */
const sells = (id: number) => `stock:${id}`
/** By figure: the tag of lists that depend on it, since a change of a figure may move any product into them. */
const byFigure = { ratings: 'by-rating', stock: 'by-sales' }

export const tagsOfProduct = (id: number): string[] => [shows(id), sells(id)]

export function tagsOfFamily({ family }: ProductDetail): string[] {
  return family?.products.flatMap(({ id }) => tagsOfProduct(id)) ?? []
}

/**
 * Tags of a list of products. `product:*` stands for the products that the list will show, which are known only once it
 * is built.
 * @param figures the figures on which the list's contents or sort order depend.
 */
export function tagsOfList(...figures: Array<keyof typeof byFigure>): string[] {
  return [PRODUCTS, shows('*'), ...figures.map((figure) => byFigure[figure])]
}

/**
 * Tags of the products in a list. A product in a family also shows the family's rating, which changes with a rating of
 * any member.
 */
export const tagsOfShown = (products: readonly Pick<Product, 'id' | 'group_rating'>[]): string[] =>
  products.flatMap(({ id, group_rating }) =>
    group_rating ? [shows(id), byFigure.ratings] : [shows(id)],
  )

export const TAGS_OF_LISTS: readonly string[] = [PRODUCTS]

/** Tags of suggestions, which show only what staff edit. */
export const TAGS_OF_SUGGESTIONS: readonly string[] = [PRODUCTS]

export const TAGS_OF_STOREFRONT: readonly string[] = [STOREFRONT]

/** Drops the cached answers that the change affects. Only stock and sales in lists may lag behind orders. */
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
