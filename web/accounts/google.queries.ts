import type { GoogleError } from '#contract/google.ts'
import { request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'

/** Copied from contract/google.ts, because importing it would bundle its schemas. */
const REASONS = [
  'denied',
  'failed',
  'unavailable',
  'unverified',
  'closed',
] as const satisfies readonly GoogleError[]

export type GoogleReply = { code: string } | { reason: GoogleError }

/** Reads `#google={code}` or `#google-error={reason}`; an unknown reason becomes `failed`. */
export function readReply(fragment: string): GoogleReply {
  const words = new URLSearchParams(fragment.slice(1))
  const code = words.get('google')
  if (code) return { code }
  const found = words.get('google-error')
  return { reason: REASONS.find((reason) => reason === found) ?? 'failed' }
}

/**
 * Signs in with the code, unless an account with the same email must first be linked to Google.
 * @returns null if signed in; otherwise `link` with that account's email
 */
export async function exchangeCode(code: string): Promise<{ link: { email: string } } | null> {
  const reply = await request('POST /api/auth/google/token', { body: { code } })
  if ('link' in reply) return reply
  storeSession(reply)
  return null
}

export async function linkAccount(code: string, password: string): Promise<void> {
  const reply = await request('POST /api/auth/google/link', { body: { code, password } })
  storeSession(reply)
}
