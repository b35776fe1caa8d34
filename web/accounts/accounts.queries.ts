import type { login, register, updateProfile } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'

/** Exchanges e-mail and password for a session and stores it. @returns the type of the account. */
export async function signIn(body: BodyOf<typeof login>): Promise<string> {
  const session = await request('POST /api/auth/login', { body })
  storeSession(session)
  return session.account_type
}

/** Creates an account. */
export async function signUp(body: BodyOf<typeof register>): Promise<void> {
  const reply = await request('POST /api/auth/register', { body })
  // A refused sign-up has a success status and an `error` flag.
  if ('error' in reply && reply.error) throw new ApiError(200, reply)
}

/** Saves the user's profile. @returns the server's message. */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<string> {
  const { message, user } = await request('PUT /api/auth/user/update', { body })
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  return message
}
