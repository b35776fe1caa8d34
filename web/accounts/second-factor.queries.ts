import { queryOptions } from '@tanstack/react-query'
import type { NewPasskey, PasskeyAnswer } from '#contract/passkeys.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'
import { sessionsQuery } from './sessions.queries.ts'

export const secondFactorQuery = load(['second-factor'], 'GET /api/auth/second-factor', {})

/** Proof of identity: a code or a passkey's response, if required, and the password, if the server requests it. */
export interface Proof {
  code?: string
  passkey?: PasskeyAnswer
  current_password?: string
}

/** Requests a challenge for a passkey; the passkey's response goes into a `Proof`. */
export const askForPasskey = () => request('POST /api/auth/second-factor/passkey-options')

/** Starts adding an authenticator app. @returns the key for the app. */
export const beginApp = (body: Proof) => request('POST /api/auth/second-factor', { body })

/**
 * Adds the app; if it is the account's first factor, the other sessions end.
 * @returns the recovery codes; empty unless this is the first factor
 */
export async function addApp({ code = '', ...proof }: Proof): Promise<string[]> {
  const body = { ...proof, code }
  return changed(await request('POST /api/auth/second-factor/confirm', { body }))
}

export const beginPasskey = (body: Proof) =>
  request('POST /api/auth/second-factor/passkeys/options', { body })

/**
 * Adds a passkey; if it is the account's first factor, the other sessions end.
 * @returns the recovery codes; empty unless this is the first factor
 */
export async function addPasskey(body: {
  name: string
  passkey: NewPasskey
  current_password?: string
}): Promise<string[]> {
  return changed(await request('POST /api/auth/second-factor/passkeys', { body }))
}

export async function removePasskey(id: number, { current_password }: Proof): Promise<void> {
  const call = 'POST /api/auth/second-factor/passkeys/{id}/delete'
  const body = current_password === undefined ? {} : { current_password }
  await request(call, { params: { id }, body })
  await changed()
}

/** @returns the new recovery codes; the old ones no longer work. */
export async function renewCodes(body: Proof): Promise<string[]> {
  return changed(await request('POST /api/auth/second-factor/recovery-codes', { body }))
}

export async function turnOff(body: Proof): Promise<void> {
  await request('POST /api/auth/second-factor/delete', { body })
  await changed()
}

async function changed({ recovery_codes }: { recovery_codes: string[] } = { recovery_codes: [] }) {
  await queryClient.invalidateQueries(sessionsQuery)
  await queryClient.invalidateQueries(secondFactorQuery)
  return recovery_codes
}

/**
 * The passkey challenge at sign-in. Never refetched automatically, because each new challenge invalidates the previous
 * one.
 */
export const passkeyAtSignInQuery = (challenge: string) =>
  queryOptions({
    queryKey: ['passkey-at-sign-in', challenge],
    queryFn: () => request('POST /api/auth/login/passkey-options', { body: { challenge } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Completes the second step of a sign-in and stores the session. @returns the account type. */
export async function finishSignIn(
  body: { challenge: string } & Pick<Proof, 'code' | 'passkey'>,
): Promise<string> {
  const session = await request('POST /api/auth/login/second-factor', { body })
  storeSession(session)
  return session.account_type
}
