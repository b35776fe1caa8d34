/**
 * Every call of the contract with every kind of wrong input. Cases are derived from the schemas, so
 * a new call is covered as soon as it is declared; input that the schema refuses must be a 422 that
 * names the field and changes no row.
 */
import { IsOptional, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import { bodyOf } from '#tests/access/bodies.ts'
import {
  contractEndpoints,
  kindAt,
  methodOf,
  type Place,
  pathOf,
  placesOf,
  requiredOf,
  sampleOf,
  withAt,
} from '#tests/kit/endpoints.ts'
import { unchanged } from '#tests/kit/fingerprint.ts'
import { type Answer, type CallOptions, describeShop } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'

const ENDPOINTS = await contractEndpoints()
const WITH_BODY = ENDPOINTS.filter(({ body }) => body)
const GUARDED = ENDPOINTS.filter(({ access }) => access === 'customer' || access === 'admin')
const WITH_ID = ENDPOINTS.filter(({ call }) => call.includes('{id}'))

/** A placeholder in a JSON text for values that JSON.stringify cannot write. */
const RAW = '@@raw@@'

const WRONG_VALUES: Record<string, unknown> = {
  true: true,
  'an empty text': '',
  'a list': [5],
  'an empty list': [],
  'an object': {},
  null: null,
  'a fraction': 1.5,
  'a huge number': 1e300,
  'a number beyond 2^53': 2 ** 53 + 2,
  'a negative number': -1,
  zero: 0,
  'a numeric text': '5',
  'a negative text': '-5',
  'a hexadecimal text': '0x10',
  'a text with NUL': 'a\0b',
  'half a surrogate pair': 'a\ud800@b.example',
  'a long text': 'x'.repeat(5000),
  'an SQL text': "'; drop table orders; --",
  infinity: RAW,
}

const OTHER_TYPES = volume(
  ['text/plain'],
  [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/jsonp',
    'nonsense',
  ],
)

const POISONS = [
  '"__proto__": {"polluted": true}',
  '"constructor": {"prototype": {"polluted": true}}',
  '"x": {"__proto__": {"polluted": true}}',
].slice(0, volume(1, 3))

/** How many values each call with an id is sent in its place. */
const IDS = volume(4, Number.POSITIVE_INFINITY)
const DEEP_PLACES = volume(1, Number.POSITIVE_INFINITY)

/**
 * In `npm test` one call of each kind: what is refused before the schema is asked, all calls refuse
 * by the same code, and openapi.test.ts and ownership.test.ts send each call one such request.
 */
function oneOfEachKind(endpoints: readonly Endpoint[]): Endpoint[] {
  const kindOf = ({ access, accepts, body }: Endpoint) =>
    JSON.stringify([access, accepts, body && IsOptional(body)])
  return [...Map.groupBy(endpoints, kindOf).values()].flatMap((kind) => kind.slice(0, SAME_KIND))
}

const SAME_KIND = volume(1, Number.POSITIVE_INFINITY)

const triedKinds = new Set<string>()

/** All places of a body, or those of a kind that no body before had. */
function triedPlaces(schema: TSchema): Place[] {
  return placesOf(schema).filter((place) => {
    const kind = kindAt(schema, place)
    if (!IS_FULL && triedKinds.has(kind)) return false
    triedKinds.add(kind)
    return true
  })
}

describeShop('wrong input', (shop) => {
  const tokens: Record<string, string | undefined> = {}
  /** Ids of a customer's order and of the product in the same customer's cart. */
  let owned: number[] = []

  beforeAll(async () => {
    const customer = await shop.customer()
    const product = await shop.product()
    await shop.call('POST', '/api/user/cart', { token: customer.token, body: { cart: product } })
    const { body } = await shop.call('POST', '/api/user/order', {
      token: customer.token,
      body: { orders: [{ Product: product }] },
    })
    owned = [product, body.data[0].id]
    await shop.call('POST', '/api/user/cart', { token: customer.token, body: { cart: product } })
    tokens.customer = customer.token
    tokens.optional = customer.token
    tokens.admin = (await shop.admin()).token
  })

  const send = (endpoint: Endpoint, options: CallOptions = {}, id: string | number = 1) =>
    shop.call(methodOf(endpoint), pathOf(endpoint, id), {
      token: tokens[endpoint.access],
      ...options,
    })

  const isServed = (endpoint: Endpoint): boolean => {
    const url = (endpoint.call.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, ':$1')
    return shop.app.hasRoute({ method: methodOf(endpoint) as 'GET', url })
  }

  it('finds every call of the contract served', () => {
    const unserved = ENDPOINTS.filter((endpoint) => !isServed(endpoint))

    expect(unserved.map(({ call }) => call)).toEqual([])
  })

  describe.for(WITH_BODY)('in the body of $call', (endpoint) => {
    const schema = endpoint.body as TSchema
    const sample = sampleOf(schema)
    const isOptional = IsOptional(schema)

    // Another test covers this already.
    beforeEach(({ skip }) => skip(!isServed(endpoint), 'not served'))

    it('is refused when it is not an object or lacks a field, which is named', async () => {
      await unchanged(shop, async () => {
        for (const payload of ['[]', 'null', '"text"', '5', 'true', '[{}]', '']) {
          if (isOptional && ['null', ''].includes(payload)) continue
          expectError(await send(endpoint, { payload }), 422, payload)
        }
        if (!isOptional) expectError(await send(endpoint), 422, 'no body')
        for (const field of requiredOf(schema)) {
          const answer = await send(endpoint, { body: withAt(sample, [field], undefined) })
          expectError(answer, 422, `without ${field}`)
          expect(Object.keys(answer.body.errors)).toContain(field)
        }
      })
    })

    it.for(triedPlaces(schema).map((place) => [place.join('.'), place] as [string, Place]))(
      'is checked at %s by the schema, never with a 5xx',
      async ([, place]) => {
        const cases = Object.entries(WRONG_VALUES).map(([name, wrong]) => {
          const payload = JSON.stringify(withAt(sample, place, wrong)).replace(`"${RAW}"`, '1e400')
          const isRefused = hasNul(wrong) || !Value.Check(schema, JSON.parse(payload))
          return { name, payload, isRefused }
        })

        await unchanged(shop, async () => {
          for (const { name, payload } of cases.filter(({ isRefused }) => isRefused)) {
            const answer = await send(endpoint, { payload })
            expectError(answer, 422, name)
            expect(Object.keys(answer.body.errors)).toEqual([String(place[0])])
          }
        })
        for (const { name, payload } of cases.filter(({ isRefused }) => !isRefused)) {
          expectOneShape(await send(endpoint, { payload }), name)
        }
      },
    )
  })

  describe.for(oneOfEachKind(WITH_BODY))('in the body of $call', (endpoint) => {
    const schema = endpoint.body as TSchema
    const sample = sampleOf(schema)

    // Another test covers this already.
    beforeEach(({ skip }) => skip(!isServed(endpoint), 'not served'))

    it('is distinguished from a body that cannot be parsed', async () => {
      await unchanged(shop, async () => {
        for (const payload of ['{', '{"a":1', 'nonsense', "{'a':1}", '[1,]', '{"a":NaN}', ' ']) {
          const answer = await send(endpoint, { payload })
          expectError(answer, 400, payload)
        }
      })
    })

    it('is too large above the limit', async () => {
      const filler = 'x'.repeat(JSON_BODY_MAX)

      const answer = await unchanged(shop, () =>
        send(endpoint, { body: { ...(sample as object), filler } }),
      )

      expectError(answer, 413)
    })

    it.for(OTHER_TYPES)('is of another type: %s', async (type, { skip }) => {
      const accepted: readonly string[] = endpoint.accepts ?? []
      skip(
        accepted.some((known) => type.startsWith(known)),
        'accepted here',
      )

      const answer = await unchanged(shop, () =>
        send(endpoint, { payload: JSON.stringify(sample), headers: { 'content-type': type } }),
      )

      expectError(answer, 415)
    })

    it('may contain unknown fields, which are ignored', async () => {
      const body = { ...(sample as object), unknown: { deep: [1, { x: null }] }, toString: 1 }

      expectOneShape(await send(endpoint, { body }))
    })

    it.for(POISONS)('may not reach for prototypes: %s', async (poison) => {
      const text = JSON.stringify(sample)
      const payload = text === '{}' ? `{${poison}}` : `${text.slice(0, -1)},${poison}}`

      const answer = await unchanged(shop, () => send(endpoint, { payload }))

      expectError(answer, 400)
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    })

    it.for(volume([10_000], [100, 10_000, 30_000]))('may not be %i levels deep', async (depth) => {
      const deep = '['.repeat(depth) + ']'.repeat(depth)
      const payloads = [
        deep,
        `{"x":${deep},${JSON.stringify(sample).slice(1)}`.replace(',}', '}'),
        ...placesOf(schema)
          .slice(0, DEEP_PLACES)
          .map((place) => JSON.stringify(withAt(sample, place, RAW)).replace(`"${RAW}"`, deep)),
        // Below an entry that is valid otherwise.
        JSON.stringify(sample).replaceAll('{', `{"x":${deep},`).replaceAll(',}', '}'),
      ]

      await unchanged(shop, async () => {
        for (const payload of payloads.filter(({ length }) => length <= JSON_BODY_MAX)) {
          expectError(await send(endpoint, { payload }), 400, payload.slice(0, 60))
        }
      })
    })
  })

  it.for(WITH_ID)('in the path of $call is a 404', async (endpoint, { skip }) => {
    skip(!isServed(endpoint), 'not served')
    const ids = [
      '0',
      '9223372036854775808',
      'x',
      '%00',
      '-1',
      '+1',
      '01',
      '1.0',
      '1e3',
      '99999999999999999999999999',
      '999999999999999',
      '1%20or%201=1',
      '1%00',
      '%D9%A1',
      "1'",
      'null',
      'undefined',
      crypto.randomUUID(),
      '1'.repeat(500),
    ].slice(0, IDS)
    const body = bodyOf(endpoint)

    await unchanged(shop, async () => {
      for (const id of ids) {
        expectError(await send(endpoint, body === undefined ? {} : { body }, id), 404, id)
      }
    })
  })

  it.for(WITH_ID.filter(({ access }) => access === 'customer'))(
    'of another owner in the path of $call looks like a missing one',
    async (endpoint, { skip }) => {
      skip(!isServed(endpoint), 'not served')
      const stranger = await shop.customer()
      const body = endpoint.body && sampleOf(endpoint.body)
      const sendAs = (id: number) =>
        send(endpoint, { token: stranger.token, ...(body !== undefined && { body }) }, id)
      const missing = await sendAs(999_999)

      for (const id of owned) {
        const answer = await unchanged(shop, () => sendAs(id))

        expectError(answer, 404, String(id))
        expect(answer.text).toBe(missing.text)
      }
    },
  )

  it.for(oneOfEachKind(GUARDED))('of a token to $call is a 401', async (endpoint, { skip }) => {
    skip(!isServed(endpoint), 'not served')
    const body = endpoint.body && sampleOf(endpoint.body)
    const garbage = ['', 'x', 'a'.repeat(43), 'é'.repeat(30), "' or 1=1 --", 'a'.repeat(3000)]
    const requests: CallOptions[] = [
      { token: undefined },
      ...garbage.map((token) => ({ headers: { authorization: `Bearer ${token}` } })),
      { headers: { authorization: 'Basic YTpi' } },
    ]

    await unchanged(shop, async () => {
      for (const request of requests) {
        const answer = await send(endpoint, {
          token: undefined,
          ...(body === undefined ? {} : { body }),
          ...request,
        })
        expectError(answer, 401)
        expect(answer.body.error).toBe('unauthenticated')
      }
    })
  })

  it('in the body is not checked before the token', async () => {
    for (const endpoint of GUARDED.filter(({ body }) => body).filter(isServed)) {
      expectError(await send(endpoint, { token: undefined, payload: '{' }), 401, endpoint.call)
    }
  })

  it.for(oneOfEachKind(GUARDED.filter(({ access }) => access === 'admin')))(
    'of rights to $call is a 403',
    async (endpoint, { skip }) => {
      skip(!isServed(endpoint), 'not served')
      const body = endpoint.body && sampleOf(endpoint.body)

      const answer = await unchanged(shop, () =>
        send(endpoint, {
          ...(body === undefined ? {} : { body }),
          token: tokens.customer,
        }),
      )

      expectError(answer, 403)
    },
  )

  it.for([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api/user/nothing/else'],
    ['DELETE', '/api/products'],
    ['PATCH', '/api/user/cart/1'],
    ['GET', '/api//'],
    ['GET', '/api/products/1/2'],
    ['GET', '/broadcasting/nothing'],
    ['GET', '/media/nothing/96.webp'],
    ['GET', '/media/..%2f..%2fpackage.json'],
    ['GET', '/media/a%5c..%5cpackage.json'],
    ['GET', '/media/.git/config'],
    ['GET', '/media/a%00b.webp'],
    ['GET', '/media/'],
    ['GET', `/media/${'x'.repeat(4000)}.webp`],
  ])('in the address is a 404 in JSON: %s %s', async ([method = '', path = '']) => {
    const answer = await shop.call(method, path)

    expectError(answer, 404)
    expect(answer.headers['content-type']).toContain('application/json')
  })

  it('in the address that cannot be decoded is a 400', async () => {
    for (const path of ['/api/products/%', '/api/products/%E0%A4%A', '/media/%']) {
      expectError(await shop.call('GET', path), 400, path)
    }
  })

  it('in the query is never a 5xx', async () => {
    const few = ['', '%00', '%', 'x', '1e400', '%ED%A0%80']
    const values = [...few, ...volume([], [' ', '-1', '0', 'NaN', '[]', '1&'])]
    const names = ['category', 'search', 'ids', 'minPrice', 'maxPrice', 'minRating', 'inStock']

    for (const name of [...names, 'sort', 'limit', 'cursor', '__proto__', 'search[]', 'q', 'id']) {
      for (const value of values) {
        for (const query of [`${name}=${value}`, `${name}=${value}&${name}=1`, name]) {
          expectOneShape(await shop.call('GET', `/api/products?${query}`), query)
        }
      }
    }
  })
})

/** Expects a known status in the common error shape that reveals nothing internal. */
function expectOneShape(answer: Answer, hint = ''): void {
  const context = `${hint}: ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.status, context).toBeLessThan(500)
  if (answer.status < 400) return
  expect(answer.body, context).toMatchObject({ message: expect.any(String) })
  expect(['string', 'boolean'], context).toContain(typeof answer.body.error)
  expect(answer.text, context).not.toMatch(
    /\n\s+at |node_modules|\.ts:\d|select |insert into|violates|syntax error|FST_ERR|ECONN/i,
  )
}

function expectError(answer: Answer, status: number, hint = ''): void {
  expectOneShape(answer, hint)
  expect(answer.status, `${hint}: ${answer.text.slice(0, 300)}`).toBe(status)
  if (status === 422) expect(answer.body.errors).toBeTypeOf('object')
}

function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}
