import { queryOptions } from '@tanstack/react-query'
import type { AdminFamily, NewFamily, NewMembers } from '#contract/admin/families.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** One family. Not cached: an edit sends the version it was based on, and a stale one would be rejected. */
export function familyQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'families', 'one', id],
    queryFn: ({ signal }) => loadFamily(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

export async function loadFamily(id: number, signal?: AbortSignal): Promise<AdminFamily> {
  const parts = { params: { id }, ...(signal && { signal }) }
  return (await request('GET /api/admin/families/{id}', parts)).data
}

/** Updates a family on its own screen, and refetches the lists and pages that may show it. */
export function showFamily(family: AdminFamily): void {
  queryClient.setQueryData(familyQuery(family.id).queryKey, family)
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'one' })
}

/** Saves a family, or creates one if `before` is null. @throws ApiError 409 if it has changed in the meantime. */
export async function saveFamily(
  before: Pick<AdminFamily, 'id' | 'version'> | null,
  form: NewFamily,
): Promise<AdminFamily> {
  const { data } = before
    ? await request('PUT /api/admin/families/{id}', {
        params: { id: before.id },
        body: { ...form, version: before.version },
      })
    : await request('POST /api/admin/families', { body: form })
  showFamily(data)
  return data
}

export async function makeProducts(id: number, body: NewMembers): Promise<void> {
  showFamily(
    (await request('POST /api/admin/families/{id}/products', { params: { id }, body })).data,
  )
}

/** Removes a family but keeps its products. */
export async function removeFamily(id: number): Promise<void> {
  await request('DELETE /api/admin/families/{id}', { params: { id } })
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[2] !== 'one',
  })
}
