/**
 * Turns a contract endpoint into a Fastify route: its schemas, its guard, and a handler that receives the declared
 * inputs and returns the success response's body.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type BodyOf,
  type Endpoint,
  expectsBody,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/endpoint.ts'
import { mayGuestCall } from '#contract/guest-calls.ts'
import { mayCall, type Role, type TokenRole } from '#contract/roles.ts'
import { ErrorReply } from '#contract/schema.ts'
import { runBy } from './acting-token.ts'
import { contentTypeOf, takeEmptyBody, unsupportedType } from './empty-body.ts'
import { ShopError, unauthenticated } from './shop-error.ts'

export interface Caller {
  id: number
  sessionId: number
  /** The role an API token is limited to; null or missing for people. */
  tokenRole?: TokenRole | null
  /** Whether the caller is a guest, who can only do what a purchase requires. */
  isGuest?: boolean
}

/** Proof that the caller owns the account rather than just the token. */
export interface Proof {
  /** As typed; empty, null or missing if the client did not prompt for it. */
  password: string | null | undefined
  address: string
}

export interface Guards {
  /** @returns the caller identified by a bearer token; null if the token is not currently valid. */
  authenticate(token: string): Promise<Caller | null>
  /**
   * @returns the caller's current staff role, or the role of the caller's API token; null if the caller has no staff
   * rights.
   * @throws ShopError `second_factor_missing` for staff who lack a required second factor.
   */
  roleOf(caller: Caller): Promise<Role | null>
  /**
   * Resolves if the password is correct. If none was typed or the account has none, resolves if the session signed in
   * or confirmed the password within the last ten minutes.
   * @throws ShopError `invalid` on `current_password`, `too_many`, `unavailable`.
   */
  stepUp(caller: Caller, proof: Proof): Promise<void>
}

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'customer' | 'admin' ? Caller : Caller | null
  /** The client's IP address: the socket's, or the one reported by a proxy if proxies are trusted. */
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | FastifyReply>
type DataOf<E extends Endpoint> =
  ReplyOf<E> extends { data: infer D } ? (keyof ReplyOf<E> extends 'data' ? D : never) : never

export interface Api {
  route<E extends Endpoint>(endpoint: E, handler: Handler<E>): void
  /** As `route`, for a reply that is nothing but `data`, which the handler returns. */
  data<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<DataOf<E>>): void
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export function createApi(app: FastifyInstance, guards: Guards): Api {
  // Nested scopes inherit the decorator, and adding it twice is an error.
  if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller', null)
  const api: Api = {
    route(endpoint, handler) {
      const [method, path] = endpoint.call.split(' ') as [string, string]
      const status = 201 in endpoint.replies ? 201 : 200
      app.route({
        method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: { endpoint },
        schema: schemaOf(endpoint),
        ...(endpoint.bodyBytesMax && { bodyLimit: endpoint.bodyBytesMax }),
        // Access is checked before the body is read, so that validation errors reveal nothing to strangers.
        onRequest(request, reply, done) {
          if (!admitsAnybody(endpoint, request)) {
            admit(endpoint, request, guards).then((caller) => {
              request.caller = caller
              if (caller) reply.header('cache-control', 'no-store')
              done(wrongType(endpoint, request))
            }, done)
            return
          }
          done(wrongType(endpoint, request))
        },
        ...(!expectsBody(endpoint) && method !== 'GET' && { preParsing: takeEmptyBody }),
        handler: async (request, reply) => {
          reply.code(status)
          if (endpoint.stepUp) await askForProof(request, guards)
          const call = {
            params: request.params,
            query: request.query,
            body: request.body,
            caller: request.caller,
            address: request.ip,
            request,
            reply,
          } as Call<typeof endpoint>
          const token = request.caller?.tokenRole ? request.caller.sessionId : null
          return runBy(token, () => handler(call))
        },
      })
    },
    data(endpoint, handler) {
      const reply = async (call: Call<typeof endpoint>) => ({ data: await handler(call) })
      api.route(endpoint, reply as Handler<typeof endpoint>)
    },
  }
  return api
}

function schemaOf({ params, query, body, headers, replies }: Endpoint) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(headers && { headers }),
    response: { ...replies, '4xx': ErrorReply, '5xx': ErrorReply },
  }
}

/** Whether the request needs no caller. Most requests are public and skip the promise returned by `admit`. */
function admitsAnybody({ access }: Endpoint, { headers }: FastifyRequest): boolean {
  return access === 'public' || (access === 'optional' && !headers.authorization)
}

/**
 * @returns an error if the endpoint does not accept the request's content type. Fastify itself accepts any type it has
 * a parser for.
 */
function wrongType(endpoint: Endpoint, request: FastifyRequest): ShopError | undefined {
  // For endpoints that expect no body, `takeEmptyBody` checks the type, but only if the body is not empty.
  if (!expectsBody(endpoint)) return undefined
  const type = contentTypeOf(request)
  const accepted: readonly string[] = ['', 'application/json', ...(endpoint.accepts ?? [])]
  return accepted.includes(type) || type === endpoint.reads?.type ? undefined : unsupportedType()
}

/** @returns the caller identified by the bearer token, even for public endpoints; null without a valid token. */
export async function callerOf(
  { caller, headers }: FastifyRequest,
  guards: Pick<Guards, 'authenticate'>,
): Promise<Caller | null> {
  const token = bearerToken(headers.authorization)
  return caller ?? (token ? await guards.authenticate(token) : null)
}

async function admit(
  { access, call, stepUp }: Endpoint,
  request: FastifyRequest,
  guards: Guards,
): Promise<Caller | null> {
  const caller = await callerOf(request, guards)
  if (caller === null && access !== 'optional') {
    throw unauthenticated()
  }
  if (caller?.tokenRole && access === 'optional') return null
  if (caller?.tokenRole && (access !== 'admin' || stepUp)) {
    throw new ShopError('forbidden', 'error.notByToken')
  }
  if (caller?.isGuest && access === 'customer' && !mayGuestCall(call)) {
    throw new ShopError('forbidden', 'error.notAsGuest')
  }
  if (access === 'admin' && caller) {
    const role = await guards.roleOf(caller)
    if (!role) throw new ShopError('forbidden', 'error.staffOnly')
    if (!mayCall(role, call)) throw new ShopError('forbidden', 'admin.notYourRole')
  }
  return caller
}

/** Runs after validation, so that a form's other errors are reported first. */
async function askForProof({ caller, body, ip }: FastifyRequest, guards: Guards): Promise<void> {
  const { current_password: password } = (body ?? {}) as { current_password?: string | null }
  await guards.stepUp(caller as Caller, { password, address: ip })
}

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null
}
