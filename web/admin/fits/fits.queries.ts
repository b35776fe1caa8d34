import { queryOptions } from '@tanstack/react-query'
import type { FitsForm } from '#contract/admin/fits.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** What an accessory fits. Not cached: an edit sends the version it was based on, and a stale one would be rejected. */
export function adminFitsQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'fits', id],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/products/{id}/fits', { params: { id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

export const fitChoicesQuery = queryOptions({
  queryKey: ['admin', 'fit-choices'],
  queryFn: ({ signal }) => request('GET /api/admin/fit-choices', { signal }),
})

/** @throws ApiError 422 if a row is invalid; 409 if the product has changed in the meantime */
export async function saveFits(id: number, body: FitsForm): Promise<void> {
  const { data } = await request('PUT /api/admin/products/{id}/fits', { params: { id }, body })
  queryClient.setQueryData(adminFitsQuery(id).queryKey, data)
  for (const key of ['fits', 'fits-of', 'products']) {
    void queryClient.invalidateQueries({ queryKey: [key] })
  }
}
