/**
 * Sends a response without going through the framework, whose routing, validation and hooks cost more than the response
 * itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Encoding } from '../accepts-encoding.ts'
import { type EncodedAnswer, isKnown, preferredEncoding } from './encoded-answer.ts'

/**
 * Requests with one of these headers need the framework: a body must be read, or cut off if it is slow, and the other
 * headers make the response specific to the request.
 */
const BYPASSING = [
  'authorization',
  'content-length',
  'origin',
  'range',
  'transfer-encoding',
] as const

/** Whether the response depends only on the URL, the language, the encoding and the ETag. */
export function isForEverybody({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && BYPASSING.every((name) => headers[name] === undefined)
}

/**
 * Sends the response in the client's preferred encoding, or a 304 if the client already has it.
 * @param common headers that do not depend on the bytes.
 * @returns false, without sending anything, if the response has not been compressed in this encoding yet.
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
  const isOld = isKnown(headers['if-none-match'], answer.etag)
  const kind = isOld ? 'none' : (encoding ?? 'plain')
  answer.heads[kind] ??= headOf(common, answer.etag, isOld ? null : { encoding, body })
  response.writeHead(isOld ? 304 : 200, answer.heads[kind])
  response.end(isOld ? undefined : body)
  return true
}

/** @returns alternating header names and values, which Node writes unchanged. */
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
