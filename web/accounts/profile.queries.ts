import type { updateProfile } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { clearSession } from '#web/api/stored-session.ts'
import { uploadFile } from '#web/api/upload-file.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'

/** @returns the server's message. */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<string> {
  const { message, user } = await request('PUT /api/auth/user/update', { body })
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  return message
}

export async function uploadAvatar(file: File): Promise<void> {
  await uploadFile('POST /api/auth/upload_images', { field: 'image', file })
  await queryClient.invalidateQueries(currentUserQuery)
}

export async function fetchDataExport(): Promise<Blob> {
  const data = await request('GET /api/auth/user/data')
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

export async function deleteAccount(password: string): Promise<void> {
  await request('POST /api/auth/user/delete', { body: { password } })
  clearSession()
}
