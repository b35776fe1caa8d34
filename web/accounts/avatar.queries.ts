import { queryClient } from '#web/api/query-client.ts'
import { uploadFile } from '#web/api/upload-file.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'

export async function uploadAvatar(file: File): Promise<void> {
  await uploadFile('POST /api/auth/upload_images', { field: 'image', file })
  await queryClient.invalidateQueries(currentUserQuery)
}
