import type { exchangeGoogleCode, GoogleError, linkGoogle } from '#contract/google.ts'
import { request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'

/** The reasons of the wire; contract/google.ts has them beside its schemas, which stay there. */
const REASONS = [
  'denied',
  'failed',
  'unavailable',
  'unverified',
  'closed',
] as const satisfies readonly GoogleError[]

/** What the fragment of the address says after the way through Google. */
export type GoogleReply = { code: string } | { reason: GoogleError }

/** Reads `#google={code}` or `#google-error={reason}`; any other reason is a failure. */
export function readReply(fragment: string): GoogleReply {
  const words = new URLSearchParams(fragment.slice(1))
  const code = words.get('google')
  if (code) return { code }
  const told = words.get('google-error')
  return { reason: REASONS.find((reason) => reason === told) ?? 'failed' }
}

/** Signs in with the code, or says with which account's password it must be linked first. */
export async function exchangeCode(code: string): Promise<{ link: { email: string } } | null> {
  const reply = await request<typeof exchangeGoogleCode>('POST /api/auth/google/token', {
    body: { code },
  })
  if ('link' in reply) return reply
  storeSession(reply.access_token, reply.account_type)
  return null
}

/** Links Google to the account, by its password once, and signs in. */
export async function linkAccount(code: string, password: string): Promise<void> {
  const reply = await request<typeof linkGoogle>('POST /api/auth/google/link', {
    body: { code, password },
  })
  storeSession(reply.access_token, reply.account_type)
}
