/** What a list of products claims about them. Pure: products in, products and figures out. */
import type { Product } from '#contract/catalog.ts'
import { toCents } from '#contract/money.ts'

const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** How much of the former price is taken off, between 0 and 1; 0 when it is not reduced. */
export function reductionOf({ price, compare_at_price: before }: Product): number {
  return before && before > price ? (toCents(before) - toCents(price)) / toCents(before) : 0
}

/** The same in whole percent, rounded down: a list never promises more than the price keeps. */
export function reductionPercent(product: Product): number {
  return Math.floor(reductionOf(product) * 100)
}

/** Whether it came into the shop within the last 30 days. */
export function isNew({ created_at }: Product, now = Date.now()): boolean {
  return now - Date.parse(created_at) < NEW_FOR_MS
}

/** The same order, sold-out products last. */
export function availableFirst(products: readonly Product[]): Product[] {
  return products.toSorted((a, b) => Number(a.quantity === 0) - Number(b.quantity === 0))
}
