/** A picture store's S3 requests, signed with SigV4. */
import { AwsClient } from 'aws4fetch'

export interface S3Settings {
  /** For example, `https://s3.eu-central-1.amazonaws.com`, or the URL of any other S3-compatible service. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 10_000
const RETRIES = 2

export type S3 = ReturnType<typeof createS3>

/**
 * Puts the bucket in the URL's path rather than in its host name: every service supports this, regardless of its
 * certificates.
 */
export function createS3({ endpoint, bucket, ...credentials }: S3Settings) {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  const send = (method: string, key: string, init: RequestInit = {}) =>
    client.fetch(`${base}/${key}`, { ...init, method, signal: AbortSignal.timeout(TIMEOUT_MS) })

  return {
    async put(key: string, bytes: Buffer, type: string): Promise<void> {
      const reply = await send('PUT', key, {
        body: new Uint8Array(bytes),
        headers: { 'content-type': type },
      })
      await reply.body?.cancel()
      if (!reply.ok) throw new S3Error('PUT', reply.status)
    },

    /** @returns a stream of the object's bytes; null if the object does not exist. */
    async get(key: string): Promise<{ body: ReadableStream; length: string | null } | null> {
      const reply = await send('GET', key)
      if (reply.ok && reply.body) {
        return { body: reply.body, length: reply.headers.get('content-length') }
      }
      await reply.body?.cancel()
      if (reply.status === 404) return null
      throw new S3Error('GET', reply.status)
    },

    /** Also succeeds if the object does not exist. */
    async remove(key: string): Promise<void> {
      const reply = await send('DELETE', key)
      await reply.body?.cancel()
      if (!reply.ok && reply.status !== 404) throw new S3Error('DELETE', reply.status)
    },
  }
}

/** The message omits the URL, which may contain confidential names. */
class S3Error extends Error {
  constructor(method: string, status: number) {
    super(`the picture store responded to ${method} with ${status}`)
  }
}
