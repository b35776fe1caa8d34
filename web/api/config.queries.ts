import { queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_NAMES } from '#contract/brand.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { request } from '#web/api/request.ts'

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => request('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  initialData: inDocument,
})

/** What the document of this page says (server/shop/page-document.ts). */
function inDocument(): ShopConfig | undefined {
  const text = document.getElementById('config')?.textContent
  return text ? JSON.parse(text) : undefined
}

/** The shop's configuration, undefined until it has arrived. */
export function useShopConfig(): ShopConfig | undefined {
  return useQuery(configQuery).data
}

/** What the shop is called, and its logo. */
export function useBrand(): ShopConfig['brand'] {
  return useShopConfig()?.brand ?? { ...DEFAULT_NAMES, tagline: '', tagline_ar: '', logo: null }
}
