import { keepPreviousData } from '@tanstack/react-query'
import { load } from '#web/api/load.ts'

/** The products with these ids, in the order of the ids, with their specifications; unknown ids are skipped. */
export function comparisonQuery(ids: readonly number[]) {
  // Starts like the key of `productsByIdQuery`, so that invalidating that query also invalidates this query.
  const key = ['products-by-id', 'compare', ids]
  return {
    ...load(key, 'GET /api/products/compare', { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  }
}
