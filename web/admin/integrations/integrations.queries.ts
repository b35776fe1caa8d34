import { queryOptions } from '@tanstack/react-query'
import type { ApiTokenForm } from '#contract/admin/api-tokens.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { withStepUp } from '../parts/step-up.ts'

export const apiTokensQuery = queryOptions({
  queryKey: ['admin', 'api-tokens'],
  queryFn: async ({ signal }) => (await request('GET /api/admin/api-tokens', { signal })).tokens,
})

/** @returns the token itself, which cannot be read again. */
export async function createApiToken(body: ApiTokenForm): Promise<string> {
  const { token } = await withStepUp(() => request('POST /api/admin/api-tokens', { body }))
  await queryClient.invalidateQueries(apiTokensQuery)
  return token
}

export async function revokeApiToken(id: number): Promise<void> {
  await request('DELETE /api/admin/api-tokens/{id}', { params: { id } })
  await queryClient.invalidateQueries(apiTokensQuery)
}
