/** Selects the products for each part of the home page. Pure functions. */
import type { Product } from '#contract/catalog.ts'
import type { Category } from '#contract/locale.ts'
import { reductionOf } from '#contract/money.ts'
import { availableFirst } from '#web/catalog/merchandise.ts'

const SHOWN = 12

const shown = (product: Product) => product.group_rating ?? product

/**
 * The best-rated products, sold-out ones last, ranked by the rating shown on the card and, if tied, by the number of
 * ratings. Each family appears once.
 */
export function topProducts(products: readonly Product[]): Product[] {
  const ranked = products.toSorted(
    (a, b) =>
      (shown(b).rating ?? 0) - (shown(a).rating ?? 0) ||
      shown(b).ratings - shown(a).ratings ||
      a.id - b.id,
  )
  const families = new Set<number>()
  const isFirst = ({ family_id }: Product) =>
    family_id === undefined || (!families.has(family_id) && families.add(family_id))
  return availableFirst(ranked).filter(isFirst).slice(0, SHOWN)
}

export function latestProducts(products: readonly Product[]): Product[] {
  const ranked = products.toSorted(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id,
  )
  return availableFirst(ranked).slice(0, SHOWN)
}

interface Offers {
  products: Product[]
  /** What the products have in common besides their category. */
  kind: 'offers' | 'topRated' | null
}

/**
 * A category's reduced products, largest reduction first and sold-out ones last; if none is reduced, its best-rated
 * products, or all if none is rated.
 */
export function bestOffers(products: readonly Product[], category: Category): Offers {
  const ofCategory = products.filter((product) => product.category === category)
  const reduced = ofCategory.filter((product) => reductionOf(product) > 0)
  if (reduced.length === 0) {
    const isRated = ofCategory.some((product) => shown(product).rating !== null)
    return { products: topProducts(ofCategory), kind: isRated ? 'topRated' : null }
  }
  const ranked = reduced.toSorted(
    (a, b) => reductionOf(b) - reductionOf(a) || b.sold - a.sold || a.id - b.id,
  )
  return { products: availableFirst(ranked).slice(0, SHOWN), kind: 'offers' }
}
