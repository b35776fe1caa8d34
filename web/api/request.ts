import { callAddress } from '#contract/call-address.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { localeStore } from '#web/i18n/locale-store.ts'
import { parsed } from '#web/ui/stored.ts'
import type { Calls } from './calls.ts'
import { accessToken, onSessionChange } from './stored-session.ts'

declare global {
  interface Window {
    /** The requests already sent by public/boot.js, keyed by path and query. */
    early?: Record<string, Promise<Response>>
  }
}

// Drops the early responses, which belong to the previous user.
onSessionChange(() => {
  window.early = {}
})

export class ApiError extends Error {
  readonly status: number
  /** The reply's `error`, usually a code from contract/errors.ts. */
  readonly code: unknown
  readonly fields: FieldErrors
  readonly body: unknown
  /** Seconds to wait before a retry, if specified by the server. */
  readonly retryAfter: number | null

  /** @param retryAfter the header `retry-after`. */
  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const { error, message, errors } = isObject(body) ? body : {}
    super(typeof message === 'string' ? message : `status ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = error
    this.fields = isObject(errors) ? (errors as FieldErrors) : {}
    this.body = body
    this.retryAfter = Number(retryAfter) || null
  }
}

/** Thrown if no response arrives: offline, connection refused or lost, or a timeout. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** Timeout in milliseconds for a complete GET response; the request is then aborted, so that it can be retried. */
const LOAD_MAX_MS = 15_000

/** Whether retrying the same request may succeed, because the failure was not due to the request itself. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  return error instanceof NetworkError
}

/** A part is required if the endpoint declares it with at least one required property. */
type Part<Name extends string, Value> = Value extends undefined
  ? { [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type Parts<E extends Endpoint> = Part<'params', Filled<ParamsOf<E>>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    headers?: Record<string, string>
    signal?: AbortSignal
    /** Finishes sending the request even if the page is closed. */
    keepalive?: boolean
  }

type Filled<Params> = Params extends object ? { [Name in keyof Params]: string | number } : Params

/**
 * A conditional type, so that TypeScript resolves it only once the endpoint is known: checking the parts of all
 * endpoints together would take half a minute.
 */
type Arguments<E extends Endpoint> = [
  Record<never, never> extends Parts<E> ? [parts?: Parts<E>] : [parts: Parts<E>],
] extends [infer Known extends unknown[]]
  ? Known
  : never

/** What a request to this endpoint takes; undefined is allowed if nothing is required. */
export type PartsOf<Call extends keyof Calls> = Arguments<Calls[Call]>[0]

/**
 * Sends a request to one of the contract's endpoints, with the stored token.
 * @returns the body of a successful reply
 * @throws ApiError if the server responds with an error
 * @throws NetworkError if no response arrives
 */
export function request<Call extends keyof Calls>(
  call: Call,
  ...[parts]: Arguments<Calls[Call]>
): Promise<ReplyOf<Calls[Call]>> {
  return requestUntyped(call, parts as unknown as LooseParts) as Promise<ReplyOf<Calls[Call]>>
}

/** Like `request`, but unchecked: the caller is responsible for the types of the request and the reply. */
export async function requestUntyped(
  call: string,
  { params, query, body, headers, signal, keepalive = false }: LooseParts = {},
): Promise<unknown> {
  const [method, path] = call.split(' ') as [string, string]
  return send(method, callAddress(path, params, query), {
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...userHeaders(),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    keepalive,
  })
}

interface LooseParts {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  keepalive?: boolean
}

async function send(method: string, address: string, init: RequestInit): Promise<unknown> {
  const { response, reply } = await exchange(method, address, init).catch((cause) => {
    throw new NetworkError(`${method} ${address} got no response`, { cause })
  })
  if (!response.ok) {
    throw new ApiError(response.status, reply, response.headers.get('retry-after'))
  }
  return reply
}

/** The headers with the session's token, if any, and the language for the server's messages. */
export function userHeaders(): Record<string, string> {
  const token = accessToken()
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    'accept-language': localeStore.get(),
  }
}

/** Sends one request and reads the complete response; a non-JSON body is read as null. */
async function exchange(method: string, address: string, init: RequestInit) {
  if (method !== 'GET') return readReply(await fetch(address, { ...init, method }))
  const tooLate = AbortSignal.timeout(LOAD_MAX_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, tooLate]) : tooLate
  const early = takeEarlyAnswer(method, address)
  return early
    ? Promise.race([early.then(readReply), rejectionOf(signal)])
    : readReply(await fetch(address, { ...init, method, signal }))
}

async function readReply(response: Response): Promise<{ response: Response; reply: unknown }> {
  // `json()` would fail both for a truncated body, which is treated as no response, and for a complete non-JSON body,
  // which is a valid response.
  const text = await response.text()
  return { response, reply: parsed(text) }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The response to a request sent by public/boot.js before this code loaded; used only once. */
function takeEarlyAnswer(method: string, address: string): Promise<Response> | undefined {
  const early = method === 'GET' ? window.early?.[address] : undefined
  if (early) delete window.early?.[address]
  return early
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
