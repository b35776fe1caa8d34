import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'

/** Confirms an email address with the token from an emailed link; a pending address replaces the current one. */
export async function confirmNewEmail(token: string): Promise<void> {
  await request('POST /api/auth/email/confirm', { body: { token } })
}

/** Reverts an email change; the server ends every session and invalidates the password. */
export async function undoNewEmail(token: string): Promise<void> {
  await request('POST /api/auth/email/undo', { body: { token } })
}

/** Signs this browser in as a guest with the token from an emailed link, to open the guest's orders. */
export async function openGuestOrder(token: string): Promise<void> {
  storeSession(await request('POST /api/guests/link', { body: { token } }))
}

export function ownsOrder(id: number): Promise<boolean> {
  return request('GET /api/user/order/{id}', { params: { id } }).then(
    () => true,
    (error) => {
      if (error instanceof ApiError && error.status === 404) return false
      throw error
    },
  )
}

/** Discards the pending email address. */
export async function keepPresentEmail(): Promise<void> {
  await request('POST /api/auth/email/keep')
  await queryClient.invalidateQueries(currentUserQuery)
}

export async function resendLink(): Promise<void> {
  await request('POST /api/auth/email/resend')
}
