import type {
  confirmEmail,
  keepEmail,
  resendEmailLink,
  undoEmailChange,
} from '#contract/accounts.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'

/** Confirms an e-mail with the token of the link; a changed one takes its place. */
export async function confirmNewEmail(token: string): Promise<void> {
  await request<typeof confirmEmail>('POST /api/auth/email/confirm', { body: { token } })
}

/** Takes a change of e-mail back; the server ends every session and voids the password. */
export async function undoNewEmail(token: string): Promise<void> {
  await request<typeof undoEmailChange>('POST /api/auth/email/undo', { body: { token } })
}

/** Gives up the e-mail that waits. */
export async function keepPresentEmail(): Promise<void> {
  await request<typeof keepEmail>('POST /api/auth/email/keep')
  await queryClient.invalidateQueries(currentUserQuery)
}

/** Mails the link once more that the account waits for. */
export async function resendLink(): Promise<void> {
  await request<typeof resendEmailLink>('POST /api/auth/email/resend')
}
