/** Answers to bytes that are no request, which reach no route and no hook. */
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { ERROR_STATUS } from '#contract/errors.ts'

/** By Node's codes; all others are a 400. */
const REFUSALS: Record<string, [ErrorCode, reason: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['too_slow', 'Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'Request Header Fields Too Large',
    'The headers are too large.',
  ],
}
const MALFORMED: [ErrorCode, string, string] = [
  'malformed',
  'Bad Request',
  'This is not a request that can be read.',
]

/** @returns for Fastify's `clientErrorHandler`: the one error shape, after which the line is cut. */
export function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(answer(REFUSALS[error.code ?? ''] ?? MALFORMED, headers))
    socket.destroy(error)
  }
}

function answer(
  [code, reason, message]: [ErrorCode, string, string],
  headers: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify({ error: code, message })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${ERROR_STATUS[code]} ${reason}\r\n${lines.join('')}\r\n${body}`
}
