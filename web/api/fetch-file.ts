import { localeStore } from '#web/i18n/locale-store.ts'
import { ApiError, NetworkError } from './request.ts'
import { accessToken } from './stored-session.ts'

/**
 * Fetches a file with the user's token, which a plain link cannot send.
 * @throws ApiError, NetworkError
 */
export async function fetchFile(path: `/api/${string}`): Promise<Blob> {
  const headers = {
    authorization: `Bearer ${accessToken()}`,
    'accept-language': localeStore.get(),
  }
  const response = await fetch(path, { headers }).catch((cause) => {
    throw new NetworkError(`${path} got no reply`, { cause })
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => null))
  return response.blob()
}
