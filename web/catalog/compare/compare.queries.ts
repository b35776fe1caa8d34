import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/request.ts'

/** The existing products among the ids, in their order, with their specifications. */
export function comparisonQuery(ids: readonly number[]) {
  return queryOptions({
    // Among those by id: what changes such products changes these.
    queryKey: ['products-by-id', 'compare', ids],
    queryFn: ({ signal }) =>
      request('GET /api/products/compare', { query: { ids: ids.join() }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
