import type { updateProfile } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'

/** @returns the server's message. */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<string> {
  const { message, user } = await request('PUT /api/auth/user/update', { body })
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  return message
}
