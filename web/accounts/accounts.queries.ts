import { queryOptions } from '@tanstack/react-query'
import type {
  currentUser,
  login,
  logout,
  register,
  updateProfile,
  uploadPicture,
} from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request, upload } from '#web/api/request.ts'
import { clearSession, storeSession } from '#web/api/session.ts'

/** The user of the stored token, as the server knows them. */
export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const user = await request<typeof currentUser>('GET /api/auth/user', { signal })
    if ('error' in user) throw new ApiError(200, user)
    return user
  },
  // The guard must answer at once; the next navigation asks again anyway.
  retry: false,
  retryOnMount: false,
})

/**
 * Whether an answer to the question "who am I" ends the session: one that carries an error
 * does. A server that is overloaded or broken has not said anything about the token.
 */
export function refusesSession(error: Error | null): boolean {
  if (!(error instanceof ApiError) || !error.code) return false
  return error.status < 500 && error.status !== 429
}

/** Exchanges e-mail and password for a session and keeps it. */
export async function signIn(body: BodyOf<typeof login>): Promise<void> {
  const session = await request<typeof login>('POST /api/auth/login', { body })
  storeSession(session.access_token, session.account_type)
}

/** Opens an account. */
export async function signUp(body: BodyOf<typeof register>): Promise<void> {
  const reply = await request<typeof register>('POST /api/auth/register', { body })
  // A sign-up that is refused as a whole says so by a flag, and its status is that of a success.
  if ('error' in reply && reply.error) throw new ApiError(200, reply)
}

/** Ends the session on every server, then in this browser. */
export async function signOut(): Promise<void> {
  try {
    await request<typeof logout>('POST /api/auth/logout')
  } finally {
    clearSession()
  }
}

/** Saves the own profile; returns what the server has to say about it. */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<string> {
  const { message, user } = await request<typeof updateProfile>('PUT /api/auth/user/update', {
    body,
  })
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  return message
}

/** Replaces the own picture. */
export async function uploadAvatar(file: File): Promise<void> {
  await upload<typeof uploadPicture>('POST /api/auth/upload_images', 'image', file)
  await queryClient.invalidateQueries(currentUserQuery)
}
