import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ShopConfig } from '#contract/shop.ts'
import { request } from '#web/api/request.ts'

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => request('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The shop's configuration, undefined until it has arrived. */
export function useShopConfig(): ShopConfig | undefined {
  return useQuery(configQuery).data
}
