import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'
import { sessionsQuery } from './sessions.queries.ts'

/** Whether the account has a second factor, and how many recovery codes are left. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => request('GET /api/auth/second-factor', { signal }),
})

/** A code, and the password where the server asked for it. */
export interface Proof {
  code: string
  current_password?: string
}

/** @returns a new key for the app. */
export const beginSecondFactor = (body: Partial<Proof>) =>
  request('POST /api/auth/second-factor', { body })

/** Turns the second factor on, which ends the other sessions. @returns the recovery codes. */
export async function turnOn(body: Proof): Promise<string[]> {
  const { recovery_codes } = await request('POST /api/auth/second-factor/confirm', { body })
  await queryClient.invalidateQueries(sessionsQuery)
  await queryClient.invalidateQueries(secondFactorQuery)
  return recovery_codes
}

/** @returns new recovery codes; the earlier ones work no longer. */
export async function renewCodes(body: Proof): Promise<string[]> {
  const { recovery_codes } = await request('POST /api/auth/second-factor/recovery-codes', { body })
  await queryClient.invalidateQueries(secondFactorQuery)
  return recovery_codes
}

/** Turns the second factor off. */
export async function turnOff(body: Proof): Promise<void> {
  await request('POST /api/auth/second-factor/delete', { body })
  await queryClient.invalidateQueries(secondFactorQuery)
}

/** Ends a sign-in with its code, and stores the session. @returns the type of the account. */
export async function finishSignIn(challenge: string, code: string): Promise<string> {
  const session = await request('POST /api/auth/login/second-factor', { body: { challenge, code } })
  storeSession(session.access_token, session.account_type)
  return session.account_type
}
