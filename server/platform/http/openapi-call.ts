import type { TSchema } from 'typebox'
import { type Endpoint, expectsBody } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { ErrorReply } from '#contract/schema.ts'

export type Described = Record<string, unknown>

/** Adds a schema to the document. A titled schema becomes a component, and the result a reference to it. */
export type Describe = (schema: TSchema) => Described

/** The error codes that any endpoint can return. */
const OF_ANY: readonly ErrorCode[] = [
  'malformed',
  'too_slow',
  'address_too_long',
  'headers_too_large',
  'too_many',
  'internal',
  'unavailable',
]

export function describeCall(endpoint: Endpoint, describe: Describe): Described {
  const { call, summary, tag, access, stepUp } = endpoint
  const parameters = [
    ...parametersOf(endpoint.params, 'path', describe),
    ...parametersOf(endpoint.query, 'query', describe),
    ...parametersOf(endpoint.headers, 'header', describe),
  ]
  const body = bodyOf(endpoint, describe)
  return {
    operationId: operationId(call),
    summary,
    ...(stepUp && { description: STEP_UP }),
    tags: [tag],
    ...(access === 'optional' && { security: [{}, { bearer: [] }] }),
    ...(isGuarded(endpoint) && { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: expectsBody(endpoint), content: body } }),
    responses: { ...successesOf(endpoint, describe), ...errorsOf(endpoint, describe) },
  }
}

const STEP_UP =
  'Returns a 422 on `current_password` unless the session signed in or confirmed the password within the last ten minutes. After a 422, call `POST /api/auth/password/confirm`, then retry.'

/** Combines the method with the words of the path: `postUserOrderIdCancel` for `POST /api/user/order/{id}/cancel`. */
function operationId(call: Endpoint['call']): string {
  const [method = '', ...words] = call.replace('/api/', '/').match(/[A-Za-z]+/g) ?? []
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}

function isGuarded({ access }: Endpoint): boolean {
  return access === 'customer' || access === 'admin'
}

function parametersOf(
  schema: TSchema | undefined,
  place: 'path' | 'query' | 'header',
  describe: Describe,
): Described[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...type } = describe(field)
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: type,
    }
  })
}

function bodyOf(endpoint: Endpoint, describe: Describe): Described | null {
  const { body, reads, accepts = [] } = endpoint
  if (reads) return { [reads.type]: { schema: describe(reads.schema) } }
  if (!body) return null
  const schema = describe(body)
  return Object.fromEntries(['application/json', ...accepts].map((type) => [type, { schema }]))
}

function successesOf({ replies }: Endpoint, describe: Describe): Described {
  return Object.fromEntries(
    Object.entries(replies).map(([status, schema]) => {
      const { description = 'Done', headers, ...described } = describe(schema)
      const { type, contentMediaType = 'application/json' } = described
      return [
        status,
        {
          description,
          ...(headers !== undefined && { headers }),
          ...(type !== 'null' && {
            content: { [String(contentMediaType)]: { schema: described } },
          }),
        },
      ]
    }),
  )
}

/**
 * The error responses keyed by status, each with its possible `error` codes. Responses declared by the endpoint itself
 * take precedence.
 */
function errorsOf(endpoint: Endpoint, describe: Describe): Described {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in endpoint.replies))
      .map(([status, codes]) => [status, errorReply([...new Set(codes)], describe)]),
  )
}

function errorReply(codes: readonly ErrorCode[], describe: Describe): Described {
  const schema = {
    ...describe(ErrorReply),
    properties: { error: { enum: codes } },
    // A 422 names the fields, and a 500 contains the request id, with which the owner can find the request in the log.
    ...(codes.includes('invalid') && { required: ['errors'] }),
    ...(codes.includes('internal') && { required: ['requestId'] }),
  }
  return {
    description: codes.join(', '),
    ...(codes.includes('too_many') && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { 'application/json': { schema } },
  }
}

const RETRY_AFTER = {
  description: 'seconds to wait before retrying',
  schema: { type: 'integer' },
}

function codesOf(endpoint: Endpoint): ErrorCode[] {
  const { call, access, params, query, headers, body, reads, stepUp, errors = [] } = endpoint
  return [
    ...OF_ANY,
    ...(isGuarded(endpoint) ? (['unauthenticated'] as const) : []),
    ...(access === 'admin' ? (['forbidden'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(call.startsWith('GET ') ? [] : (['too_large', 'unsupported_type'] as const)),
    ...(query || headers || body || reads || stepUp ? (['invalid'] as const) : []),
    ...errors,
  ]
}
