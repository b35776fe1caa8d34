/** Reads an HTTP API request and verifies its signature before using its contents. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RealtimeSettings } from './realtime.settings.ts'
import { createSigner, isSame } from './signature.ts'

/** The maximum body size in bytes, which fits ten events of ten kilobytes with every character escaped. */
const BODY_BYTES_MAX = 1024 * 1024
/** The maximum difference between a request's timestamp and this machine's clock, in seconds. */
const CLOCK_SKEW = 600

export class HttpApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface SignedCall {
  query: ReadonlyMap<string, string>
  /** The body's fields; empty without a body. */
  body: Record<string, unknown>
  /** The channel or user named in the path; empty if none. */
  argument: string
}

/**
 * @throws HttpApiError 400 if the request is malformed; 401 if its key, version, signature, timestamp or body hash is
 * wrong; 413 if it is too large.
 */
export async function readSigned(
  request: IncomingMessage,
  path: string,
  settings: Pick<RealtimeSettings, 'key' | 'secret'>,
): Promise<Omit<SignedCall, 'argument'>> {
  const query = parseQuery((request.url ?? '').slice(path.length + 1))
  const bytes = await readBody(request)
  if (query.get('auth_key') !== settings.key || query.get('auth_version') !== '1.0') {
    throw new HttpApiError(401, 'auth_key or auth_version is not valid.')
  }
  const text = `${request.method}\n${path}\n${signedQuery(query)}`
  if (!isSame(createSigner(settings).hmac(text), query.get('auth_signature') ?? '')) {
    throw new HttpApiError(401, 'The signature is not valid.')
  }
  const timestamp = query.get('auth_timestamp') ?? ''
  const age = Date.now() / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > CLOCK_SKEW) {
    throw new HttpApiError(401, `auth_timestamp is not within ${CLOCK_SKEW} seconds of now.`)
  }
  const md5 = bytes.length > 0 ? createHash('md5').update(bytes).digest('hex') : undefined
  if (query.get('body_md5') !== md5)
    throw new HttpApiError(401, 'body_md5 does not match the body.')
  return { query, body: parseBody(bytes) }
}

/**
 * @throws HttpApiError 400 if the query cannot be decoded, or if a name is repeated, because the signature would not
 * determine which value to use.
 */
function parseQuery(raw: string): Map<string, string> {
  const query = new Map<string, string>()
  for (const pair of raw.split('&').filter((part) => part !== '')) {
    const at = pair.includes('=') ? pair.indexOf('=') : pair.length
    const name = decode(pair.slice(0, at)).toLowerCase()
    if (query.has(name)) throw new HttpApiError(400, 'A parameter is repeated.')
    query.set(name, decode(pair.slice(at + 1)))
  }
  return query
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new HttpApiError(400, 'The query is malformed.')
  }
}

/**
 * The query in the form that is signed, with decoded values: the official packages sign it before percent-encoding, if
 * they encode it at all.
 */
function signedQuery(query: ReadonlyMap<string, string>): string {
  return [...query]
    .filter(([name]) => name !== 'auth_signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw new HttpApiError(413, 'The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  let body: unknown
  try {
    body = JSON.parse(bytes.toString())
  } catch {
    throw new HttpApiError(400, 'The body is not valid JSON.')
  }
  if (typeof body !== 'object' || body === null)
    throw new HttpApiError(400, 'The body is not an object.')
  return body as Record<string, unknown>
}
