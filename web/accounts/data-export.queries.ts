import { request } from '#web/api/request.ts'
import { clearSession } from '#web/api/stored-session.ts'

export async function fetchDataExport(): Promise<Blob> {
  const data = await request('GET /api/auth/user/data')
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

export async function deleteAccount(password: string): Promise<void> {
  await request('POST /api/auth/user/delete', { body: { password } })
  clearSession()
}
