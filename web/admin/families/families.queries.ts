import { queryOptions } from '@tanstack/react-query'
import type { AdminFamily, NewFamily, NewMembers } from '#contract/admin/families.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** Never from the cache: an edit sends the version that it read. */
export function familyQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'families', 'one', id],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/families/{id}', { params: { id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Saves a family; a new one without `before`. @throws ApiError 409 when it was changed meanwhile. */
export async function saveFamily(
  before: AdminFamily | null,
  form: NewFamily,
): Promise<AdminFamily> {
  const { data } = before
    ? await request('PUT /api/admin/families/{id}', {
        params: { id: before.id },
        body: { ...form, version: before.version },
      })
    : await request('POST /api/admin/families', { body: form })
  show(data)
  return data
}

/** Makes products of the family from one of them. */
export async function makeProducts(id: number, body: NewMembers): Promise<void> {
  show((await request('POST /api/admin/families/{id}/products', { params: { id }, body })).data)
}

/** Removes a family; its products stay. */
export async function removeFamily(id: number): Promise<void> {
  await request('DELETE /api/admin/families/{id}', { params: { id } })
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[2] !== 'one',
  })
}

function show(family: AdminFamily): void {
  queryClient.setQueryData(familyQuery(family.id).queryKey, family)
  // Cards and product pages show families, too.
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'one' })
}
