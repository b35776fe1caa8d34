import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request } from '#web/api/request.ts'

/** The sessions of the user's account, most recently used first. */
export const sessionsQuery = load(['sessions'], 'GET /api/auth/sessions', {}, 'sessions')

/** Signs out one device; succeeds even if its session has already ended. */
export async function signOutDevice(id: number): Promise<void> {
  try {
    await request('DELETE /api/auth/sessions/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  await queryClient.invalidateQueries(sessionsQuery)
}

/** Signs out all other devices. @returns the number of sessions that ended. */
export async function signOutOtherDevices(): Promise<number> {
  const { ended } = await request('DELETE /api/auth/sessions')
  await queryClient.invalidateQueries(sessionsQuery)
  return ended
}
