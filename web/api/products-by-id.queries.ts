import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { request } from './request.ts'

/**
 * The existing products among these ids. Any number of ids is allowed: requests are split at the server's page limit.
 */
export function productsByIdQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: ['products-by-id', ids],
    queryFn: async ({ signal }): Promise<Pick<ProductPage, 'products'>> => {
      const pages = await Promise.all(
        inChunks(ids, PAGE_SIZE_MAX).map((chunk) =>
          request('GET /api/products', {
            query: { ids: chunk.join(','), limit: PAGE_SIZE_MAX },
            signal,
          }),
        ),
      )
      return { products: pages.flatMap(({ products }) => products) }
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}

function inChunks<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}
