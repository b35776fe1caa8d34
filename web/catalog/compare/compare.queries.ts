import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/request.ts'

/** The products with these ids that exist, in this order, with their specifications. */
export function comparisonQuery(ids: readonly number[]) {
  return queryOptions({
    // The key starts like that of products by id, so that whatever invalidates those also invalidates this.
    queryKey: ['products-by-id', 'compare', ids],
    queryFn: ({ signal }) =>
      request('GET /api/products/compare', { query: { ids: ids.join() }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
