import { queryOptions } from '@tanstack/react-query'
import type { storefront } from '#contract/shop.ts'
import { request } from '#web/api/request.ts'

/** The carousel and the partners strip, which change rarely. */
export const storefrontQuery = queryOptions({
  queryKey: ['storefront'],
  queryFn: ({ signal }) => request<typeof storefront>('GET /api/shop-window', { signal }),
  staleTime: 10 * 60_000,
})
