/** What a list of products claims about them. Pure: products in, products and figures out. */
import type { Product } from '#contract/catalog.ts'

const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** Whether it came into the shop within the last 30 days. */
export function isNew({ created_at }: Product, now = Date.now()): boolean {
  return now - Date.parse(created_at) < NEW_FOR_MS
}

/** The same order, sold-out products last. */
export function availableFirst(products: readonly Product[]): Product[] {
  return products.toSorted((a, b) => Number(a.quantity === 0) - Number(b.quantity === 0))
}
