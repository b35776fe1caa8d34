import type { FitsForm } from '#contract/admin/fits.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** What an accessory fits. Not cached: an edit sends the version it was based on, and a stale one would be rejected. */
export const adminFitsQuery = (id: number) => ({
  ...load(['admin', 'fits', id], 'GET /api/admin/products/{id}/fits', { params: { id } }, 'data'),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export const fitChoicesQuery = load(['admin', 'fit-choices'], 'GET /api/admin/fit-choices', {})

/** @throws ApiError 422 if a row is invalid; 409 if the product has changed in the meantime */
export async function saveFits(id: number, body: FitsForm): Promise<void> {
  const { data } = await request('PUT /api/admin/products/{id}/fits', { params: { id }, body })
  queryClient.setQueryData(adminFitsQuery(id).queryKey, data)
  for (const key of ['fits', 'fits-of', 'products']) {
    void queryClient.invalidateQueries({ queryKey: [key] })
  }
}
