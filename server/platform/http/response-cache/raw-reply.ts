/** Sends an answer without the framework, whose routing, validation and hooks cost more than the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Encoding } from '../accepts-encoding.ts'
import { type EncodedAnswer, isKnown, preferredEncoding } from './encoded-answer.ts'

/**
 * A request with one of these headers needs the framework: a body must be read, or cut off if it is slow, and the other
 * headers make the answer specific to the request.
 */
const BYPASSING = [
  'authorization',
  'content-length',
  'origin',
  'range',
  'transfer-encoding',
] as const

/** Whether only the URL, the language, the encoding and the ETag determine the answer. */
export function isForEverybody({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && BYPASSING.every((name) => headers[name] === undefined)
}

/**
 * Sends the answer in the encoding that the client prefers, or 304 if the client already has it.
 * @param common headers that do not depend on the bytes.
 * @returns false, without sending anything, if the answer is not compressed in this encoding yet.
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

/** @returns header names and values in turn, which Node writes unchanged. */
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
