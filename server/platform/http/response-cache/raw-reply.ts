/** An answer without the framework: finding the route, validating and hooks cost more than it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type EncodedAnswer, type Encoding, preferredEncoding } from './encoded-answer.ts'

/** A body has to be read, or cut when it is slow; the others make an answer one's own. */
const BYPASSING = [
  'authorization',
  'content-length',
  'origin',
  'range',
  'transfer-encoding',
] as const

/** Whether nothing but address, encoding and ETag decides about the answer. */
export function isForEverybody({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && BYPASSING.every((name) => headers[name] === undefined)
}

/**
 * Sends the answer in the encoding that the client prefers, or 304 when it has this answer already.
 * @param common headers that do not depend on the bytes.
 * @returns false when it is not encoded so yet; nothing was sent then.
 */
export function replyRaw(
  request: IncomingMessage,
  response: ServerResponse,
  answer: EncodedAnswer,
  common: Readonly<Record<string, string>>,
): boolean {
  const { headers } = request
  const encoding = preferredEncoding(headers['accept-encoding'])
  const body = encoding ? answer.encoded[encoding] : answer.plain
  if (!body) return false
  const isKnown = headers['if-none-match'] === answer.etag
  const kind = isKnown ? 'none' : (encoding ?? 'plain')
  answer.heads[kind] ??= headOf(common, answer.etag, isKnown ? null : { encoding, body })
  response.writeHead(isKnown ? 304 : 200, answer.heads[kind])
  response.end(isKnown ? undefined : body)
  return true
}

/** Names and values in turn, which Node writes as they are. */
function headOf(
  common: Readonly<Record<string, string>>,
  etag: string,
  content: { encoding: Encoding | null; body: Buffer } | null,
): string[] {
  const { 'content-type': type, ...others } = common
  return Object.entries({
    ...others,
    etag,
    ...(content && type && { 'content-type': type, 'content-length': String(content.body.length) }),
    ...(content?.encoding && { 'content-encoding': content.encoding }),
  }).flat()
}
