import { queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_NAMES } from '#contract/brand.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { setCurrency } from '#contract/shop-currency.ts'
import { request } from '#web/api/request.ts'
import { nameCategories } from '#web/i18n/i18n.ts'

let shown = inDocument()

export const configQuery = queryOptions({
  queryKey: ['config'],
  async queryFn({ signal }) {
    const config = await request('GET /api/config', { signal })
    tell(config)
    return config
  },
  staleTime: Number.POSITIVE_INFINITY,
  initialData: () => shown,
})

/** The configuration embedded in this page's document (server/shop/page-document.ts). */
function inDocument(): ShopConfig | undefined {
  const text = document.getElementById('config')?.textContent
  if (!text) return
  const config: ShopConfig = JSON.parse(text)
  tell(config)
  return config
}

/** Sets the configuration for the next screen that web/render.tsx renders. */
export function bringConfig(config: ShopConfig): void {
  shown = config
  tell(config)
}

/** Sets the currency and the category names for the page; must run before the page shows a price or a category. */
function tell({ currency, currencyDigits, categories }: ShopConfig): void {
  setCurrency({ code: currency, digits: currencyDigits })
  nameCategories(categories)
}

/**
 * The shop's configuration; undefined until loaded. Screens rendered on the server skip the query, because they read
 * the configuration often and it does not change while they are rendered.
 */
export const useShopConfig: () => ShopConfig | undefined = import.meta.env.SSR
  ? () => shown
  : () => useQuery(configQuery).data

export function useMayBrowse(): boolean {
  return useShopConfig()?.visitors === 'browse'
}

export function useBrand(): ShopConfig['brand'] {
  return useShopConfig()?.brand ?? { ...DEFAULT_NAMES, tagline: '', tagline_ar: '', logo: null }
}
