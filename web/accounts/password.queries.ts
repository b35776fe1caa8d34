import type { requestPasswordLink, resetPassword } from '#contract/accounts.ts'
import { request } from '#web/api/request.ts'

/** Asks for the link; the answer never tells whether an account exists. */
export async function askForLink(email: string): Promise<void> {
  await request<typeof requestPasswordLink>('POST /api/auth/password/email', { body: { email } })
}

/** Sets a new password with the token of the link. */
export async function setNewPassword(
  token: string,
  password: string,
  confirmation: string,
): Promise<void> {
  await request<typeof resetPassword>('POST /api/auth/password/reset', {
    body: { token, password, password_confirmation: confirmation },
  })
}
