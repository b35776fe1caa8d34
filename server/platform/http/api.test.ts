/** Which callers pass the guard of a call, and what it passes to the handler. */
import Fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Access, type Endpoint, endpoint } from '#contract/endpoint.ts'
import { ErrorReply, upload } from '#contract/schema.ts'
import { type Caller, createApi } from './api.ts'
import type { ShopError } from './shop-error.ts'

const CUSTOMER = { token: 'c'.repeat(43), caller: { id: 1, sessionId: 11 } }
const ADMIN = { token: 'a'.repeat(43), caller: { id: 2, sessionId: 22 } }
const KNOWN = new Map([CUSTOMER, ADMIN].map(({ token, caller }) => [token, caller]))
const GUARDS = {
  authenticate: async (token: string) => KNOWN.get(token) ?? null,
  isAdmin: async ({ id }: Caller) => id === ADMIN.caller.id,
}

let app: FastifyInstance
beforeEach(() => {
  app = Fastify()
  app.setErrorHandler<ShopError>((error, _request, reply) => {
    reply.code(error.status ?? 500).send({ error: error.code, message: error.message })
  })
  for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
    app.removeContentTypeParser(type)
    app.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
  }
})
afterEach(() => app.close())

const Reply = Type.Object({ caller: Type.Union([Type.Number(), Type.Null()]) })

function open(access: Access): void {
  const call = endpoint('GET /things', { summary: '', tag: '', access, replies: { 200: Reply } })
  createApi(app, GUARDS).route(call, async ({ caller }) => ({ caller: caller?.id ?? null }))
}

async function ask(authorization?: string) {
  const reply = await app.inject({
    url: '/things',
    headers: { ...(authorization !== undefined && { authorization }) },
  })
  return [reply.statusCode, reply.json().error ?? reply.json().caller]
}

describe('a call', () => {
  const nobody = `Bearer ${'x'.repeat(43)}`
  const customer = `Bearer ${CUSTOMER.token}`
  const admin = `Bearer ${ADMIN.token}`

  it('that is public looks up no caller and ignores the token', async () => {
    open('public')
    for (const token of [undefined, nobody, customer]) {
      expect(await ask(token)).toEqual([200, null])
    }
  })

  it('with an optional token identifies a caller who has one', async () => {
    open('optional')
    expect(await ask()).toEqual([200, null])
    expect(await ask(nobody)).toEqual([200, null])
    expect(await ask(customer)).toEqual([200, 1])
    expect(await ask(admin)).toEqual([200, 2])
  })

  it('for customers requires a signed-in caller', async () => {
    open('customer')
    expect(await ask()).toEqual([401, 'unauthenticated'])
    expect(await ask(nobody)).toEqual([401, 'unauthenticated'])
    expect(await ask(customer)).toEqual([200, 1])
    expect(await ask(admin)).toEqual([200, 2])
  })

  it('for the staff requires a member of the staff', async () => {
    open('admin')
    expect(await ask()).toEqual([401, 'unauthenticated'])
    expect(await ask(nobody)).toEqual([401, 'unauthenticated'])
    expect(await ask(customer)).toEqual([403, 'forbidden'])
    expect(await ask(admin)).toEqual([200, 2])
  })

  it('for one caller is stored by no cache', async () => {
    open('optional')
    const cached = async (authorization: string) =>
      (await app.inject({ url: '/things', headers: { authorization } })).headers['cache-control']

    expect(await cached(customer)).toBe('no-store')
    expect(await cached(nobody)).toBeUndefined()
  })
})

describe('a token', () => {
  it.each([`bearer ${CUSTOMER.token}`, `BEARER ${CUSTOMER.token}`])(
    'may be written after %s',
    async (authorization) => {
      open('customer')
      expect(await ask(authorization)).toEqual([200, 1])
    },
  )

  it.each([
    CUSTOMER.token,
    `Basic ${CUSTOMER.token}`,
    `x Bearer ${CUSTOMER.token}`,
    `Bearer  ${CUSTOMER.token}`,
    `Bearer ${CUSTOMER.token} x`,
    `Bearer ${CUSTOMER.token}=`,
    'Bearer short',
    'Bearer',
    '',
  ])('is not read from %j', async (authorization) => {
    open('customer')
    expect(await ask(authorization)).toEqual([401, 'unauthenticated'])
  })

  it('is looked up with its characters and length, and never when it is not a token', async () => {
    const seen: string[] = []
    const call = endpoint('GET /things', {
      summary: '',
      tag: '',
      access: 'customer',
      replies: { 200: Reply },
    })
    const authenticate = async (token: string) => {
      seen.push(token)
      return null
    }
    createApi(app, { ...GUARDS, authenticate }).route(call, async () => ({ caller: null }))
    const texts = ['a-b_c'.repeat(4), 'x'.repeat(19), 'x'.repeat(200), 'x'.repeat(201)]

    for (const text of texts) await ask(`Bearer ${text}`)

    expect(seen).toEqual([texts[0], texts[2]])
  })
})

describe('a route', () => {
  const parts = {
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ page: Type.String() }),
    body: Type.Object({ name: Type.String() }),
    headers: Type.Object({ 'x-key': Type.String() }),
  }
  function schemaOf(access: Access, more: object) {
    const schemas: unknown[] = []
    app.addHook('onRoute', ({ schema }) => void schemas.push(schema))
    const call = endpoint('POST /things/{id}', {
      summary: 'Does it',
      tag: 'Things',
      access,
      replies: { 200: Reply },
      ...more,
    })
    createApi(app, GUARDS).route(call, async () => ({ caller: null }))
    return schemas[0]
  }
  const always = { response: { 200: Reply, '4xx': ErrorReply, '5xx': ErrorReply } }

  it('ignores the parts that the call does not declare', () => {
    expect(schemaOf('public', {})).toEqual(always)
  })

  it('validates every part that the call declares', () => {
    const { query, ...same } = parts

    expect(schemaOf('public', parts)).toEqual({
      ...always,
      ...same,
      querystring: query,
    })
  })
})

describe('a body', () => {
  const post = (more: Pick<Endpoint, 'body' | 'reads' | 'accepts'>) => {
    const call = endpoint('POST /things', {
      summary: '',
      tag: '',
      access: 'public',
      replies: { 201: Reply },
      ...more,
    })
    createApi(app, GUARDS).route(call, async () => ({ caller: null }))
  }
  const send = async (type: string | undefined) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/things',
      ...(type && { payload: '{}', headers: { 'content-type': type } }),
    })
    return reply.statusCode
  }

  it('is JSON, in any case and with any parameters', async () => {
    post({})
    for (const type of [
      undefined,
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
    ]) {
      expect([type, await send(type)]).toEqual([type, 201])
    }
  })

  it('of another type is refused, even if another call needs its parser', async () => {
    post({ body: Type.Object({}) })
    for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      expect([type, await send(type)]).toEqual([type, 415])
    }
  })

  it('may have the types that the call accepts', async () => {
    post({ body: Type.Object({}), accepts: ['application/x-www-form-urlencoded'] })
    expect(await send('application/x-www-form-urlencoded')).toBe(201)
    expect(await send('application/json')).toBe(201)
    expect(await send('text/plain')).toBe(415)
  })

  it('may be read by the call itself', async () => {
    post({ reads: upload('image', 'a picture') })
    expect(await send('multipart/form-data; boundary=x')).toBe(201)
    expect(await send('text/plain')).toBe(415)
  })

  it('is absent from a GET, whatever its content type', async () => {
    open('public')
    const reply = await app.inject({ url: '/things', headers: { 'content-type': 'text/plain' } })
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
