/** Which product stands in which part of the home page. Pure: products in, products out. */
import type { Product } from '#contract/catalog.ts'
import type { Category } from '#contract/locale.ts'

const SHOWN = 12

/** The address of a category's offers inside the home page. */
export function offersId(category: Category): string {
  return `offers-${category.toLowerCase()}`
}

/** Best rated first; among equals the one that more people rated. */
export function topProducts(products: readonly Product[]): Product[] {
  return [...products]
    .sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0) || b.ratings - a.ratings || a.id - b.id)
    .slice(0, SHOWN)
}

/** Newest first. */
export function latestProducts(products: readonly Product[]): Product[] {
  return [...products]
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
    .slice(0, SHOWN)
}

/** The deepest price cuts of a category, then its best sellers. */
export function bestOffers(products: readonly Product[], category: Category): Product[] {
  return products
    .filter((product) => product.category === category)
    .sort((a, b) => cut(b) - cut(a) || b.sold - a.sold || a.id - b.id)
    .slice(0, SHOWN)
}

/** How much of the former price is taken off, between 0 and 1. */
function cut({ price, compare_at_price: before }: Product): number {
  return before && before > price ? 1 - price / before : 0
}
