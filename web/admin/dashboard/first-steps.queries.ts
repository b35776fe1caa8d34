import { queryOptions } from '@tanstack/react-query'
import type { Audited } from '#contract/admin/audit.ts'
import { request } from '#web/api/request.ts'

export const anyProductQuery = queryOptions({
  queryKey: ['admin', 'products', 'any'],
  queryFn: async ({ signal }) =>
    (await request('GET /api/admin/products', { query: { limit: 1 }, signal })).products.length > 0,
})

export function anyChangeQuery(entity: Audited) {
  return queryOptions({
    queryKey: ['admin', 'audit', 'any', entity],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/audit', { query: { entity, limit: 1 }, signal })).entries
        .length > 0,
    staleTime: 0,
  })
}
