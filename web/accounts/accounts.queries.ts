import type { login, register, updateProfile, uploadPicture } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request, upload } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'

/** Exchanges e-mail and password for a session and keeps it. */
export async function signIn(body: BodyOf<typeof login>): Promise<void> {
  const session = await request<typeof login>('POST /api/auth/login', { body })
  storeSession(session.access_token, session.account_type)
}

/** Opens an account. */
export async function signUp(body: BodyOf<typeof register>): Promise<void> {
  const reply = await request<typeof register>('POST /api/auth/register', { body })
  // A sign-up that is refused as a whole says so by a flag, and its status is that of a success.
  if ('error' in reply && reply.error) throw new ApiError(200, reply)
}

/** Saves the own profile; returns what the server has to say about it. */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<string> {
  const { message, user } = await request<typeof updateProfile>('PUT /api/auth/user/update', {
    body,
  })
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  return message
}

/** Replaces the own picture. */
export async function uploadAvatar(file: File): Promise<void> {
  await upload<typeof uploadPicture>('POST /api/auth/upload_images', 'image', file)
  await queryClient.invalidateQueries(currentUserQuery)
}
