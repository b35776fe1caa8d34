import { queryOptions } from '@tanstack/react-query'
import type { Versioned } from '#contract/admin/shared.ts'
import type { ShopDetails } from '#contract/admin/shop-details.ts'
import type { ShopRules } from '#contract/admin/shop-rules.ts'
import { configQuery } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { withStepUp } from '../parts/step-up.ts'

/** The details of the shop, and which of them the environment sets. */
export const shopDetailsQuery = queryOptions({
  queryKey: ['admin', 'shop-details'],
  queryFn: ({ signal }) => request('GET /api/admin/shop-details', { signal }),
})

/** @param version that the edit was made from. */
export async function saveShopDetails(
  details: ShopDetails,
  version: string | undefined,
): Promise<Versioned<ShopDetails>> {
  const body = { ...details, ...(version && { version }) }
  const saved = await withStepUp(() => request('PUT /api/admin/shop-details', { body }))
  queryClient.setQueryData(shopDetailsQuery.queryKey, saved)
  // Header and footer of this page show them, too.
  await queryClient.invalidateQueries(configQuery)
  showAccent(saved.data.accent)
  return saved.data
}

/** When stock counts as low and an order as overdue, and whether customers can order. */
export const shopRulesQuery = queryOptions({
  queryKey: ['admin', 'shop-rules'],
  queryFn: ({ signal }) => request('GET /api/admin/shop-rules', { signal }),
})

/** @param version that the edit was made from. */
export async function saveShopRules(
  rules: ShopRules,
  version: string | undefined,
): Promise<Versioned<ShopRules>> {
  const body = { ...rules, ...(version && { version }) }
  const saved = await withStepUp(() => request('PUT /api/admin/shop-rules', { body }))
  queryClient.setQueryData(shopRulesQuery.queryKey, saved)
  // Lists and figures that were read with the former ones.
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
  return saved.data
}

/** In this page, as the document of the next one has it (server/shop/page-document.ts). */
function showAccent(accent: string | null): void {
  const shown = document.querySelector<HTMLLinkElement>('link[href^="/api/theme/"]')
  if (!accent) {
    shown?.remove()
    return
  }
  const link = shown ?? document.head.appendChild(document.createElement('link'))
  link.rel = 'stylesheet'
  link.href = `/api/theme/${accent.slice(1)}`
}
