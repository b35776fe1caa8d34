/** Uploads with progress, which `fetch` does not support. */
import { callAddress } from '#contract/call-address.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { parsed } from '#web/ui/stored.ts'
import type { Calls } from './calls.ts'
import { ApiError, NetworkError, userHeaders } from './request.ts'

/** The picture types that the server accepts, as the `accept` attribute of a file field. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

interface Upload {
  params?: Record<string, string | number>
  query?: Record<string, string>
  field: string
  file: File
  /** Called with the fraction sent so far, from 0 to 1. */
  onProgress?: (part: number) => void
}

/**
 * Sends one file as `multipart/form-data`.
 * @throws ApiError if the server responds with an error
 * @throws NetworkError if no response arrives
 */
export function uploadFile<Call extends keyof Calls>(
  call: Call,
  { params, query, field, file, onProgress }: Upload,
): Promise<ReplyOf<Calls[Call]>> {
  const [method, path] = call.split(' ') as [string, string]
  const address = callAddress(path, params, query)
  const form = new FormData()
  form.append(field, file)

  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(method, address)
    for (const header of Object.entries(userHeaders())) sending.setRequestHeader(...header)
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    sending.onerror = () => reject(new NetworkError(`${method} ${address} got no response`))
    sending.onabort = sending.onerror
    sending.onload = () => {
      const reply = parsed(sending.responseText)
      if (sending.status < 300) resolve(reply as ReplyOf<Calls[Call]>)
      else reject(new ApiError(sending.status, reply, sending.getResponseHeader('retry-after')))
    }
    sending.send(form)
  })
}
