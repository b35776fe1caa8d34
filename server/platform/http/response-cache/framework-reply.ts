import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type EncodedAnswer,
  encode,
  encodeOnce,
  isKnown,
  preferredEncoding,
} from './encoded-answer.ts'

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Options {
  type?: string
  isRare?: boolean
  onHeaders?(headers: Readonly<Record<string, string>>): void
}

/**
 * Sends the response through the framework in the client's preferred encoding, or a 304 if the client already has it.
 * @param type the content type; JSON by default.
 * @param isRare whether the response is rarely requested a second time.
 * @param onHeaders receives the headers that do not depend on the bytes, before the other headers are set.
 */
export async function replyByFramework(
  { request, reply }: Exchange,
  answer: EncodedAnswer,
  { type = 'application/json; charset=utf-8', isRare = false, onHeaders }: Options = {},
): Promise<FastifyReply> {
  const encoding = preferredEncoding(request.headers['accept-encoding'])
  const body = encoding ? await (isRare ? encodeOnce : encode)(answer, encoding) : answer.plain
  // Keeps the origin that the CORS hook has already added to Vary.
  const vary = reply.getHeader('vary')
  reply
    .header('cache-control', 'no-cache')
    .header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
    .type(type)
  onHeaders?.(reply.getHeaders() as Record<string, string>)
  reply.header('etag', answer.etag)
  if (reply.statusCode < 400 && isKnown(request.headers['if-none-match'], answer.etag)) {
    return reply.removeHeader('content-type').code(304).send()
  }
  return (encoding ? reply.header('content-encoding', encoding) : reply).send(body)
}
