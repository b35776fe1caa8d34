import type { login, register } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { ApiError, request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'

/** Exchanges an email and a password for a session and stores it. @returns the account type. */
export async function signIn(body: BodyOf<typeof login>): Promise<string> {
  const session = await request('POST /api/auth/login', { body })
  storeSession(session)
  return session.account_type
}

export async function signUp(body: BodyOf<typeof register>): Promise<void> {
  const reply = await request('POST /api/auth/register', { body })
  // After too many sign-ups, the server responds with a success status but sets the `error` flag.
  if ('error' in reply && reply.error) throw new ApiError(200, reply)
}
