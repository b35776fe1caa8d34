import { ApiError, NetworkError, userHeaders } from './request.ts'

/**
 * Fetches a file with the user's token, which a plain link cannot send.
 * @throws ApiError if the server responds with an error
 * @throws NetworkError if no response arrives
 */
export async function fetchFile(path: `/api/${string}`): Promise<Blob> {
  const response = await fetch(path, { headers: userHeaders() }).catch((cause) => {
    throw new NetworkError(`${path} got no response`, { cause })
  })
  if (response.ok) return response.blob()
  const reply = await response.json().catch(() => null)
  throw new ApiError(response.status, reply, response.headers.get('retry-after'))
}
