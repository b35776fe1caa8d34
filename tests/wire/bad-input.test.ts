/**
 * Sends every kind of invalid input to every endpoint with a body. Cases come from the schemas, so new endpoints are
 * covered once they are declared. Invalid input must get a 422 that names the field, and change no row.
 */
import { IsOptional, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
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

/** A placeholder in JSON for values that JSON.stringify cannot write. */
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

/** The sample tries every fifth wrong value in each place, starting one value later than in the previous place. */
const EVERY = volume(5, 1)
let placesTried = 0

const triedKinds = new Set<string>()

/** All places in a body; in the sample, only those of a kind not tried before. */
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

  beforeAll(async () => {
    tokens.customer = (await shop.customer()).token
    tokens.optional = tokens.customer
    tokens.admin = (await shop.admin()).token
  })

  const send = (endpoint: Endpoint, options: CallOptions = {}) =>
    shop.call(methodOf(endpoint), pathOf(endpoint), { token: tokens[endpoint.access], ...options })

  describe.for(WITH_BODY)('in the body of $call', (endpoint) => {
    const schema = endpoint.body as TSchema
    const sample = sampleOf(schema)
    const isOptional = IsOptional(schema)

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

    it('is checked at every place by the schema, never with a 5xx', async () => {
      const cases = triedPlaces(schema).flatMap((place) => {
        const values = Object.entries(WRONG_VALUES)
        const tried = values.filter((_, at) => at % EVERY === placesTried % EVERY)
        placesTried++
        return tried.map(([name, wrong]) => {
          const payload = JSON.stringify(withAt(sample, place, wrong)).replace(`"${RAW}"`, '1e400')
          const isRefused = hasNul(wrong) || !Value.Check(schema, JSON.parse(payload))
          return { hint: `${place.join('.')}: ${name}`, place, payload, isRefused }
        })
      })

      await unchanged(shop, async () => {
        for (const { hint, place, payload } of cases.filter(({ isRefused }) => isRefused)) {
          const answer = await send(endpoint, { payload })
          expectError(answer, 422, hint)
          expect(Object.keys(answer.body.errors), hint).toEqual([String(place[0])])
        }
      })
      for (const { hint, payload } of cases.filter(({ isRefused }) => !isRefused)) {
        expectOneShape(await send(endpoint, { payload }), hint)
      }
    })
  })

  it.for([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/products'],
    ['PATCH', '/api/user/cart/1'],
    ['GET', '/api//'],
    ['GET', '/broadcasting/nothing'],
    ['GET', '/media/nothing/96.webp'],
    ['GET', '/media/'],
  ])('in the address is a 404 in JSON: %s %s', async ([method = '', path = '']) => {
    const answer = await shop.call(method, path)

    expectError(answer, 404)
    expect(answer.headers['content-type']).toContain('application/json')
  })
})

/** Expects no status above 499, and errors in the common shape that reveal nothing internal. */
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
