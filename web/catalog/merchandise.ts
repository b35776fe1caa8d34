/** Rules for product lists: decides which products are new and moves sold-out ones to the end. Pure functions. */
import type { Product } from '#contract/catalog.ts'

const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1000

export function isNew({ created_at }: Product, now = Date.now()): boolean {
  return now - Date.parse(created_at) < NEW_FOR_MS
}

/** The products in the same order, but with sold-out ones at the end. */
export function availableFirst(products: readonly Product[]): Product[] {
  return products.toSorted((a, b) => Number(a.quantity === 0) - Number(b.quantity === 0))
}
