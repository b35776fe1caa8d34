/** The one error shape: `{error, message}`, a 422 adding `errors`, a 500 its request id. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { isUnavailable } from '../unavailable.ts'
import { translatorFor } from './arabic.ts'
import { isBodyOnItsWay } from './body-deadline.ts'
import { fieldErrors, localeOf } from './field-messages.ts'
import { invalid, notFound, ShopError } from './shop-error.ts'

export function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = asRefusal(error, request)
  if (refusal) {
    // What the server cannot do now is for its owner to know; what a caller did wrong is not.
    if (!(error instanceof ShopError) && refusal.code === 'unavailable') {
      request.log.warn({ err: error, route: request.routeOptions.url }, 'not now')
    }
    sendRefusal(refusal, request, reply)
    return
  }
  request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  reply.code(500).send({
    error: 'internal',
    message: translatorFor(request)('Something went wrong on our side. Please try again.'),
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
  // What is still on its way is not waited for.
  if (isBodyOnItsWay(request)) reply.header('connection', 'close')
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    // As it is: what a refusal adds to the shape is in no schema.
    .serializer(JSON.stringify)
    .send({
      error: refusal.code,
      message: translate(refusal.message),
      ...(isObject(errors) && { errors: translateFields(errors, translate) }),
      ...extras,
    })
}

/** Every sentence of a refusal's fields; what is no sentence stays as it is. */
function translateFields(
  fields: object,
  translate: (sentence: string) => string,
): Record<string, unknown> {
  const translateIn = (value: unknown): unknown => {
    if (typeof value === 'string') return translate(value)
    return Array.isArray(value) ? value.map(translateIn) : value
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, translateIn(value)]),
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What the caller did wrong, or null when the fault is ours. */
function asRefusal(error: FastifyError, request: FastifyRequest): ShopError | null {
  if (error instanceof ShopError) return error
  if (error.validation) {
    // An id that cannot exist is answered like one that does not.
    if (error.validationContext === 'params') return notFound()
    return invalid(fieldErrors(error.validation, localeOf(request.headers['accept-language'])))
  }
  if (isUnavailable(error)) {
    return new ShopError('unavailable', 'The shop is busy. Please try again in a moment.', {
      retryAfter: 1,
    })
  }
  const known = PARSER_REFUSALS[error.code]
  if (known) return new ShopError(known[0], known[1])
  // What the file server will not look up (`..`, dot files, NUL) is answered like what is not there.
  return error.statusCode === 403 ? notFound() : null
}

/** Fastify's complaints about a request it could not read. */
const PARSER_REFUSALS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', 'The body does not have the announced length.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'This content type is not accepted here.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'Not found.'],
  FST_ERR_BAD_URL: ['malformed', 'The address is malformed.'],
}
