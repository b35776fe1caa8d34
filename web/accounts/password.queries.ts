import { request } from '#web/api/request.ts'

/** Requests a password link; the reply never reveals whether an account exists. */
export async function askForLink(email: string): Promise<void> {
  await request('POST /api/auth/password/email', { body: { email } })
}

export async function setNewPassword(
  token: string,
  password: string,
  confirmation: string,
): Promise<void> {
  await request('POST /api/auth/password/reset', {
    body: { token, password, password_confirmation: confirmation },
  })
}
