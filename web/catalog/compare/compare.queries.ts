import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/request.ts'

/** The products with these ids, in the order of the ids, with their specifications; unknown ids are skipped. */
export function comparisonQuery(ids: readonly number[]) {
  return queryOptions({
    // Starts like the key of `productsByIdQuery`, so that invalidating that query also invalidates this query.
    queryKey: ['products-by-id', 'compare', ids],
    queryFn: ({ signal }) =>
      request('GET /api/products/compare', { query: { ids: ids.join() }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
