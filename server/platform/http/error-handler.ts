/**
 * Responds to every error in the same shape: `{error, message}`, plus `errors` for a 422 and the request's id for a
 * 500.
 */
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
  const shopError = asShopError(error)
  if (shopError) {
    // The owner needs to know when the server cannot handle requests. Callers' mistakes are not logged.
    if (!(error instanceof ShopError) && shopError.code === 'unavailable') {
      request.log.warn(
        { err: error, route: request.routeOptions.url },
        'request rejected: the server cannot handle it right now',
      )
    }
    sendError(shopError, request, reply)
    return
  }
  request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  sendError(new ShopError('internal', 'error.internal', { requestId: request.id }), request, reply)
}

export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendError(notFound(), request, reply)
}

function sendError(shopError: ShopError, request: FastifyRequest, reply: FastifyReply): void {
  const { retryAfter, errors, ...extras } = shopError.extras
  const translate = translatorFor(request)
  reply.errorCode = shopError.code
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  // The rest of the body will not be read, so the connection cannot be reused.
  if (isBodyOnItsWay(request)) reply.header('connection', 'close')
  if (shopError.status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(shopError.status)
    .type('application/json; charset=utf-8')
    // Plain JSON, because the response schemas do not include the extra fields of errors.
    .serializer(JSON.stringify)
    .send({
      error: shopError.code,
      message: translate(shopError.sentence),
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

/** @returns an error that the caller can act on; null if the fault is the shop's. */
function asShopError(error: FastifyError): ShopError | null {
  if (error instanceof ShopError) return error
  if (error.validation) {
    // An id that cannot exist gets the same response as one that does not exist.
    if (error.validationContext === 'params') return notFound()
    return invalid(fieldErrors(error.validation))
  }
  if (isUnavailable(error)) {
    return new ShopError('unavailable', 'error.busy', { retryAfter: 1 })
  }
  const known = PARSER_REFUSALS[error.code]
  if (known) return new ShopError(known[0], known[1])
  // Paths that the file server refuses to look up (`..`, dot files, NUL) get the same response as missing files.
  return error.statusCode === 403 ? notFound() : null
}

const PARSER_REFUSALS: Record<string, [ErrorCode, Sentence]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed', 'error.badJson'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', 'error.bodyLength'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'error.bodyTooLarge'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'error.contentType'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'error.notFound'],
  FST_ERR_BAD_URL: ['malformed', 'error.addressMalformed'],
}
