import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#contract/admin/lists.ts'
import { load } from '#web/api/load.ts'
import { request } from '#web/api/request.ts'

const LOOK_AGAIN = 60_000

export const dashboardQuery = (days: Period) => ({
  ...load(['admin', 'dashboard', days], 'GET /api/admin/dashboard', { query: { days } }),
  placeholderData: keepPreviousData,
  refetchInterval: LOOK_AGAIN,
})

export const anyProductQuery = queryOptions({
  queryKey: ['admin', 'products', 'any'],
  queryFn: async ({ signal }) =>
    (await request('GET /api/admin/products', { query: { limit: 1 }, signal })).products.length > 0,
})

export const anyMethodChangeQuery = queryOptions({
  queryKey: ['admin', 'audit', 'any', 'shipping_method'],
  queryFn: async ({ signal }) => {
    const query = { entity: 'shipping_method', limit: 1 } as const
    return (await request('GET /api/admin/audit', { query, signal })).entries.length > 0
  },
  staleTime: 0,
})
