/** The one error shape: `{error, message}`; a 422 adds `errors`, a 500 its request id. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldErrors } from '#contract/errors.ts'
import { isUnavailable } from '../unavailable.ts'
import type { FieldSentences, Sentence } from '../words/sentence.ts'
import { isBodyOnItsWay } from './body-deadline.ts'
import { fieldErrors } from './field-errors.ts'
import { translatorFor } from './request-language.ts'
import { invalid, notFound, ShopError } from './shop-error.ts'

export function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = asRefusal(error)
  if (refusal) {
    // The owner must know what the server cannot do now, but not what a caller did wrong.
    if (!(error instanceof ShopError) && refusal.code === 'unavailable') {
      request.log.warn({ err: error, route: request.routeOptions.url }, 'not now')
    }
    sendRefusal(refusal, request, reply)
    return
  }
  request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  reply.code(500).send({
    error: 'internal',
    message: translatorFor(request)('refusal.internal'),
    requestId: request.id,
  })
}

export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendRefusal(notFound(), request, reply)
}

function sendRefusal(refusal: ShopError, request: FastifyRequest, reply: FastifyReply): void {
  const { retryAfter, errors, ...extras } = refusal.extras
  const translate = translatorFor(request)
  reply.refusal = refusal.code
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  // The rest of the request is not waited for.
  if (isBodyOnItsWay(request)) reply.header('connection', 'close')
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    // Plain JSON: the extra fields of a refusal are in no response schema.
    .serializer(JSON.stringify)
    .send({
      error: refusal.code,
      message: translate(refusal.sentence),
      ...(errors && { errors: translateAll(errors, translate) }),
      ...extras,
    })
}

function translateAll(
  fields: FieldSentences,
  translate: (sentence: Sentence) => string,
): FieldErrors {
  const translated = Object.entries(fields).map(([field, sentences]) => [
    field,
    sentences.map(translate),
  ])
  return Object.fromEntries(translated)
}

/** What the caller did wrong, or null when the fault is ours. */
function asRefusal(error: FastifyError): ShopError | null {
  if (error instanceof ShopError) return error
  if (error.validation) {
    // An id that cannot exist is answered like one that does not.
    if (error.validationContext === 'params') return notFound()
    return invalid(fieldErrors(error.validation))
  }
  if (isUnavailable(error)) {
    return new ShopError('unavailable', 'refusal.busy', { retryAfter: 1 })
  }
  const known = PARSER_REFUSALS[error.code]
  if (known) return new ShopError(known[0], known[1])
  // What the file server refuses to look up (`..`, dot files, NUL) is answered like a missing file.
  return error.statusCode === 403 ? notFound() : null
}

/** Fastify's errors for a request that it could not read. */
const PARSER_REFUSALS: Record<string, [ErrorCode, Sentence]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed', 'refusal.badJson'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', 'refusal.bodyLength'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'refusal.bodyTooLarge'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'refusal.contentType'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'refusal.notFound'],
  FST_ERR_BAD_URL: ['malformed', 'refusal.addressMalformed'],
}
