/** A fake S3-compatible service with one bucket in memory, which verifies the AWS Signature Version 4 of requests. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#server/platform/media/s3.ts'

export class TestS3 {
  readonly objects = new Map<string, { bytes: Buffer; type: string }>()
  /** Errors to return, each once and in this order, for requests with the same method. */
  readonly failures: Array<{ method: string; status: number }> = []
  readonly refused: string[] = []
  settings: S3Settings = {
    endpoint: '',
    bucket: 'pictures',
    region: 'eu-test-1',
    accessKeyId: 'AKIDTEST',
    secretAccessKey: 'a/secret+of=tests',
  }
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    this.settings = { ...this.settings, endpoint: `http://127.0.0.1:${port}/` }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const failure = this.failures.findIndex(({ method }) => method === request.method)
    if (failure >= 0) {
      response.writeHead(this.failures.splice(failure, 1)[0]?.status ?? 500).end()
      return
    }
    const problem = problemWith(request, body, this.settings)
    if (problem) {
      this.refused.push(problem)
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    this.#serve(request, response, body)
  }

  #serve(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const prefix = `/${this.settings.bucket}/`
    const key = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '').slice(prefix.length)
    const found = this.objects.get(key)
    if (request.method === 'PUT') {
      this.objects.set(key, { bytes, type: request.headers['content-type'] ?? '' })
      response.writeHead(200).end()
    } else if (request.method === 'DELETE') {
      this.objects.delete(key)
      response.writeHead(204).end()
    } else if (found) {
      response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length })
      response.end(found.bytes)
    } else {
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    }
  }
}

/** What is wrong with the request's signature; null if it is valid. */
function problemWith(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  { bucket, region, accessKeyId, secretAccessKey }: S3Settings,
): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'no signature'
  const [, id, day = '', place = '', signed = '', signature] = parts
  const time = String(headers['x-amz-date'])
  const sum = String(headers['x-amz-content-sha256'])
  if (id !== accessKeyId || place !== region) return 'another key or region'
  if (!time.startsWith(day)) return 'another day'
  const age =
    Date.now() - Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(age) < 15 * 60_000)) return 'too old'
  if (sum !== 'UNSIGNED-PAYLOAD' && sum !== sha256(body)) return 'another body'
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signed.split(';').includes(name)) return `${name} is not signed`
  }
  const [path = '', query = ''] = url.split('?')
  if (!path.startsWith(`/${bucket}/`)) return 'another bucket'
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, query, lines.join(''), signed, sum].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(Buffer.from(canonical))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
  return hmac(key, text).toString('hex') === signature ? null : 'another signature'
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
