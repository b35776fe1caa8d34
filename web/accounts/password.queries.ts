import type { RequestPasswordLink, ResetPassword } from '#web/api/pending-contract.ts'
import { request } from '#web/api/request.ts'

/** Asks for the link; the answer never tells whether an account exists. */
export async function requestPasswordLink(email: string): Promise<void> {
  await request<RequestPasswordLink>('POST /api/auth/password/email', { body: { email } })
}

/** Sets a new password with the token of the link. */
export async function resetPassword(
  token: string,
  password: string,
  confirmation: string,
): Promise<void> {
  await request<ResetPassword>('POST /api/auth/password/reset', {
    body: { token, password, password_confirmation: confirmation },
  })
}
