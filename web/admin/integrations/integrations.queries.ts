import type { ApiTokenForm } from '#contract/admin/api-tokens.ts'
import type { WebhookForm } from '#contract/admin/webhooks.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'
import { withStepUp } from '../parts/step-up.ts'

export const apiTokensQuery = load(
  ['admin', 'api-tokens'],
  'GET /api/admin/api-tokens',
  {},
  'tokens',
)

/** @returns the token itself, which cannot be retrieved again */
export async function createApiToken(body: ApiTokenForm): Promise<string> {
  const { token } = await withStepUp(() => request('POST /api/admin/api-tokens', { body }))
  await queryClient.invalidateQueries(apiTokensQuery)
  return token
}

export async function revokeApiToken(id: number): Promise<void> {
  await request('DELETE /api/admin/api-tokens/{id}', { params: { id } })
  await queryClient.invalidateQueries(apiTokensQuery)
}

/** All webhooks, oldest first. */
export const webhooks = editableList({
  path: '/api/admin/webhooks',
  rows: 'webhooks',
  shown: ['admin', 'webhooks'],
  sorted: false,
  formOf: ({ url, events, is_active }) => ({ url, events, is_active }),
})

/** @returns the secret that signs the webhook's messages; it cannot be retrieved again */
export async function createWebhook(body: WebhookForm): Promise<string> {
  const { secret } = await withStepUp(() => request('POST /api/admin/webhooks', { body }))
  await queryClient.invalidateQueries(webhooks.query)
  return secret
}

/** A webhook's deliveries, newest first; refetched every few seconds while they are shown. */
export const deliveriesQuery = (id: number) => ({
  ...load(
    [...webhooks.query.queryKey, id],
    'GET /api/admin/webhooks/{id}/deliveries',
    { params: { id } },
    'deliveries',
  ),
  staleTime: 0,
  refetchInterval: 5_000,
})

export async function redeliver(webhookId: number, id: number): Promise<void> {
  await request('POST /api/admin/webhook-deliveries/{id}', { params: { id } })
  await queryClient.invalidateQueries(deliveriesQuery(webhookId))
}
