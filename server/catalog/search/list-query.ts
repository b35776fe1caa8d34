import { PAGE_SIZE } from '#contract/limits.ts'
import type { ProductsQuery } from '#contract/product-lists.ts'
import { readCursorOfAny } from '../../platform/http/cursor.ts'
import { sumOf } from './counts.ts'
import type { Cursor, PageWindow, SortedBy } from './pages.ts'

/** Up to this many hits are scored individually; more are sorted by tier and popularity. */
export const RANKED_MAX = 300

export function limitOf({ limit = PAGE_SIZE }: ProductsQuery): number {
  return limit
}

/** @throws ShopError `invalid` for a malformed cursor, or a cursor from a list in a different sort order. */
export function cursorIn(
  cursor: string,
  orders: readonly ListOrder[],
): Cursor & { order: ListOrder } {
  const { list, keys } = readCursorOfAny(cursor, orders, ['natural', 'natural'])
  return { order: list, key: keys[0], id: keys[1] }
}

export type ListOrder = SortedBy | 'ranked' | 'tiered'

/** The sort orders that a list can have. A search by relevance is `ranked` or, if it has many hits, `tiered`. */
export function ordersOf({ sort = 'relevance', search }: ProductsQuery): ListOrder[] {
  if (sort !== 'relevance') return [sort]
  return search?.trim() ? ['ranked', 'tiered'] : ['newest']
}

export function totalOf(counts: Record<string, number>, category: string | null): number {
  return category === null ? sumOf(counts) : (counts[category] ?? 0)
}

/**
 * The start and sort order of a page. Its `limit` is one more than the number of products to show, to detect whether
 * there is a next page. A first page by relevance is `ranked` here; with many hits, it becomes `tiered`.
 * @throws ShopError `invalid` as in `cursorIn`.
 */
export function windowOf(query: ProductsQuery): PageWindow & { order: ListOrder } {
  const orders = ordersOf(query)
  const after = query.cursor ? cursorIn(query.cursor, orders) : null
  return { order: after?.order ?? orders[0] ?? 'newest', after, limit: limitOf(query) + 1 }
}
