import { queryOptions } from '@tanstack/react-query'
import type { Versioned } from '#contract/admin/shared.ts'
import type { ShopDetails } from '#contract/admin/shop-details.ts'
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
  return saved.data
}
