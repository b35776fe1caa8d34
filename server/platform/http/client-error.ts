/** Responds to invalid HTTP requests, which reach no route or hook and have no known language. */
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { LOCALES } from '#contract/locale.ts'
import type { Sentence } from '../words/sentence.ts'
import { translate } from '../words/translate.ts'

/** The responses to Node's errors, keyed by error code. Every other error gets a 400. */
const REFUSALS: Record<string, [ErrorCode, reason: string, Sentence]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['too_slow', 'Request Timeout', 'error.requestTooSlow'],
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'Request Header Fields Too Large',
    'error.headersTooLarge',
  ],
}
const MALFORMED: [ErrorCode, string, Sentence] = [
  'malformed',
  'Bad Request',
  'error.requestUnreadable',
]

/**
 * @returns a handler for Fastify's `clientErrorHandler` that sends an error of the usual shape and closes the
 * connection.
 */
export function answerClientError(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(answer(REFUSALS[error.code ?? ''] ?? MALFORMED, headers))
    socket.destroy(error)
  }
}

function answer(
  [code, reason, sentence]: [ErrorCode, string, Sentence],
  headers: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify({ error: code, message: translate(LOCALES[0].code, sentence) })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${ERROR_STATUS[code]} ${reason}\r\n${lines.join('')}\r\n${body}`
}
