/** Which callers pass the guard of a call, and what it passes to the handler. */
import Fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Access, endpoint } from '#contract/endpoint.ts'
import { type Caller, createApi } from './api.ts'
import type { ShopError } from './shop-error.ts'

const CUSTOMER = { token: 'c'.repeat(43), caller: { id: 1, sessionId: 11 } }
const ADMIN = { token: 'a'.repeat(43), caller: { id: 2, sessionId: 22 } }
const KNOWN = new Map([CUSTOMER, ADMIN].map(({ token, caller }) => [token, caller]))
const GUARDS = {
  authenticate: async (token: string) => KNOWN.get(token) ?? null,
  roleOf: async ({ id }: Caller) => (id === ADMIN.caller.id ? ('owner' as const) : null),
  stepUp: async () => {},
}

let app: FastifyInstance
beforeEach(() => {
  app = Fastify()
  app.setErrorHandler<ShopError>((error, _request, reply) => {
    reply.code(error.status ?? 500).send({ error: error.code, message: error.message })
  })
})
afterEach(() => app.close())

const Reply = Type.Object({ caller: Type.Union([Type.Number(), Type.Null()]) })

function open(access: Access): void {
  const call = endpoint('GET /api/admin/orders', {
    summary: '',
    tag: '',
    access,
    replies: { 200: Reply },
  })
  createApi(app, GUARDS).route(call, async ({ caller }) => ({ caller: caller?.id ?? null }))
}

async function ask(authorization?: string) {
  const reply = await app.inject({
    url: '/api/admin/orders',
    headers: { ...(authorization !== undefined && { authorization }) },
  })
  return [reply.statusCode, reply.json().error ?? reply.json().caller]
}

const nobody = `Bearer ${'x'.repeat(43)}`
const customer = `Bearer ${CUSTOMER.token}`
const admin = `Bearer ${ADMIN.token}`

it.each<[Access, ...Array<number | string | null>]>([
  // Without a token, with an unknown one, with a customer's and with one of the staff.
  ['public', null, null, null, null],
  ['optional', null, null, 1, 2],
  ['customer', 'unauthenticated', 'unauthenticated', 1, 2],
  ['admin', 'unauthenticated', 'unauthenticated', 'forbidden', 2],
])('a call that is %s answers %s, %s, %s, %s', async (access, ...expected) => {
  open(access)
  const answers: unknown[] = []
  for (const token of [undefined, nobody, customer, admin]) answers.push((await ask(token))[1])

  expect(answers).toEqual(expected)
})

it('the answer for one caller is stored by no cache', async () => {
  open('optional')
  const cached = async (authorization: string) =>
    (await app.inject({ url: '/api/admin/orders', headers: { authorization } })).headers[
      'cache-control'
    ]

  expect(await cached(customer)).toBe('no-store')
  expect(await cached(nobody)).toBeUndefined()
})

describe('a token', () => {
  it.each([
    CUSTOMER.token,
    `Basic ${CUSTOMER.token}`,
    `x Bearer ${CUSTOMER.token}`,
    `Bearer  ${CUSTOMER.token}`,
    `Bearer ${CUSTOMER.token} x`,
    `Bearer ${CUSTOMER.token}=`,
    'Bearer short',
    `Bearer ${'a'.repeat(3000)}`,
    `Bearer ${"' or 1=1 --".repeat(4)}`,
    'Bearer',
    '',
  ])('is not read from %j', async (authorization) => {
    open('customer')
    expect(await ask(authorization)).toEqual([401, 'unauthenticated'])
  })
})

describe('a body', () => {
  it('is JSON, in any case and with any parameters', async () => {
    const call = endpoint('POST /things', {
      summary: '',
      tag: '',
      access: 'public',
      replies: { 201: Reply },
    })
    createApi(app, GUARDS).route(call, async () => ({ caller: null }))
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
    ]) {
      const headers = { 'content-type': type }
      const reply = await app.inject({ method: 'POST', url: '/things', payload: '{}', headers })
      expect([type, reply.statusCode]).toEqual([type, 201])
    }
  })

  it('is absent from a GET, whatever its content type', async () => {
    open('public')
    const reply = await app.inject({
      url: '/api/admin/orders',
      headers: { 'content-type': 'text/plain' },
    })
    expect(reply.statusCode).toBe(200)
  })

  it('is not read before the caller is checked', async () => {
    const call = endpoint('POST /things/{id}', {
      summary: '',
      tag: '',
      access: 'customer',
      params: Type.Object({ id: Type.String() }),
      body: Type.Object({ name: Type.String() }),
      query: Type.Object({ page: Type.Optional(Type.String()) }),
      replies: { 200: Type.Object({ got: Type.String() }) },
    })
    createApi(app, GUARDS).route(call, async ({ params, body, query, caller, address }) => ({
      got: JSON.stringify([params.id, body.name, query.page, caller.id, address]),
    }))
    const sent = (token: string, payload: string) =>
      app.inject({
        method: 'POST',
        url: '/things/7?page=2',
        payload,
        remoteAddress: '203.0.113.9',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })

    expect((await sent('x'.repeat(43), 'nonsense')).statusCode).toBe(401)
    expect((await sent(CUSTOMER.token, '{"name":"n"}')).json().got).toBe(
      JSON.stringify(['7', 'n', '2', 1, '203.0.113.9']),
    )
  })
})
