import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/request.ts'

/** The existing products among the ids, in their order, with their specifications. */
export function comparisonQuery(ids: readonly number[]) {
  return queryOptions({
    // Its key begins like that of products by id: what invalidates those invalidates it, too.
    queryKey: ['products-by-id', 'compare', ids],
    queryFn: ({ signal }) =>
      request('GET /api/products/compare', { query: { ids: ids.join() }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
