/**
 * The declaration of an API call: the server validates and serializes with it, the OpenAPI document is generated from
 * it, and it types the page's requests. Schemas stay on the server: the page imports endpoints as types only and
 * repeats the call's name, which the compiler checks.
 */
import { IsOptional, type Static, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import { IdParams } from './schema.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may make the call: `public` ignores any token, `optional` uses a valid one, `customer` requires one, and `admin`
 * requires one whose account has a staff role, read from the database on every call.
 */
export type Access = 'public' | 'optional' | 'customer' | 'admin'

export interface EndpointSpec {
  summary: string
  tag: string
  access: Access
  /**
   * Whether the call requires a recent sign-in. It is rejected (422 on `current_password`) unless the session signed in
   * or confirmed the password (`POST /api/auth/password/confirm`) within the last ten minutes, or the call has a
   * `current_password` field with the correct password.
   */
  stepUp?: true
  /** By default, `IdParams` if the path has an `{id}`. */
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Maximum size of the body in bytes; by default, `JSON_BODY_MAX`. */
  bodyBytesMax?: number
  headers?: TSchema
  /** Content types that the body may have in addition to JSON. */
  accepts?: readonly 'application/x-www-form-urlencoded'[]
  /** A body that the handler parses itself: the schema documents it but does not validate it. */
  reads?: { type: 'multipart/form-data' | 'application/json'; schema: TSchema }
  /**
   * Reply bodies, keyed by status: JSON unless `contentMediaType` says otherwise; `Type.Null` means no body. The server
   * adds the errors that every call of this kind can return.
   */
  replies: Record<number, TSchema>
  /** Errors in addition to those that every call of this kind can return. */
  errors?: readonly ErrorCode[]
}

export interface Endpoint extends EndpointSpec {
  /** `METHOD /path/{id}`, as OpenAPI writes it. */
  call: `${Method} /${string}`
}

/** Declares calls. @param tag their group in the API documentation. */
export function endpointsOf(tag: string) {
  return <const Call extends Endpoint['call'], const Spec extends Omit<EndpointSpec, 'tag'>>(
    call: Call,
    spec: Spec,
  ) => {
    const params = call.includes('{id}') && { params: IdParams }
    return { ...params, ...spec, tag, call } as Spec & WithId<Call> & { call: Call; tag: string }
  }
}

type WithId<Call> = Call extends `${string}{id}${string}` ? { params: typeof IdParams } : unknown

/** Whether the call requires a body; if not, it accepts an empty body of any content type. */
export function expectsBody({ body, reads }: EndpointSpec): boolean {
  return reads !== undefined || (body !== undefined && !IsOptional(body))
}

type StaticOf<E, Part extends string> =
  E extends Record<Part, infer S extends TSchema> ? Static<S> : undefined

export type BodyOf<E extends Endpoint> = StaticOf<E, 'body'>
export type QueryOf<E extends Endpoint> = StaticOf<E, 'query'>
export type ParamsOf<E extends Endpoint> = StaticOf<E, 'params'>

/** The successful reply of a call: its 200 or 201 body, or their union if it has both. */
export type ReplyOf<E extends Endpoint> = ReplyAt<E, 200> | ReplyAt<E, 201>

type ReplyAt<E extends Endpoint, Status extends number> =
  E['replies'] extends Record<Status, infer S extends TSchema> ? Static<S> : never
