/** Fetches the stored token's user, and ends the session. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError, request } from '#web/api/request.ts'
import { clearSession } from '#web/api/stored-session.ts'

export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const user = await request('GET /api/auth/user', { signal })
    if ('error' in user) throw new ApiError(200, user)
    return user
  },
  // No retries, because the guard must decide immediately and the next navigation refetches anyway.
  retry: false,
  retryOnMount: false,
})

/**
 * Whether the response for the current user ends the session. One with an error code does, unless the server is
 * overloaded or broken, which says nothing about the token.
 */
export function refusesSession(error: Error | null): boolean {
  if (!(error instanceof ApiError) || !error.code) return false
  return error.status < 500 && error.status !== 429
}

export async function signOut(): Promise<void> {
  try {
    await request('POST /api/auth/logout')
  } finally {
    clearSession()
  }
}
