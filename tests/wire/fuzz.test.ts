/**
 * H4: requests generated from the schemas and then mutated. Every response has a status of the
 * contract and the common shape, and reveals nothing internal.
 */
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { bodyOf } from '#tests/access/bodies.ts'
import { contractEndpoints, methodOf, type Place, placesOf, withAt } from '#tests/kit/endpoints.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { type Answer, type CallOptions, describeShop, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const REQUESTS = volume(400, 5_000)
/** Every run of `npm test` sends the same requests; `npm run test:all` makes up new ones. */
const SEED = volume(7, Date.now())

const ENDPOINTS = await contractEndpoints()

/** The statuses that a caller may get; 302 belongs to the sign-in with Google. */
const STATUSES = [200, 201, 302, 400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429]
const INSIDE =
  /\n\s+at |node_modules|\.ts:\d|select |insert into|update .* set|violates|syntax error|FST_ERR|ECONN|kysely|\/tmp\//i

interface Made {
  endpoint: Endpoint
  id: string
  query: Record<string, string>
  payload: string | undefined
  type: string
  as: 'nobody' | 'customer' | 'admin'
  headers: Record<string, string>
}

describeShop('broken requests', (shop) => {
  it('are all answered as the contract says', {
    timeout: 600_000,
  }, async () => {
    const callers = await createCallers(shop)
    const statuses = new Map<number, number>()
    let address = 0
    await fc.assert(
      fc.asyncProperty(made, async ({ endpoint, id, query, payload, type, as, headers }) => {
        address++
        const path = (endpoint.call.split(' ')[1] ?? '').replace(
          '{id}',
          encodeURIComponent(id.toWellFormed()),
        )
        const options: CallOptions = {
          token: await callers.tokenOf(as),
          query,
          ...(payload !== undefined && { payload }),
          headers: { ...headers, ...(payload !== undefined && { 'content-type': type }) },
          address: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
        }
        const answer = await shop.call(methodOf(endpoint), path, options)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        expectKnown(answer, endpoint)
        if (answer.status === 401 && as !== 'nobody') callers.renew()
      }),
      { numRuns: REQUESTS, seed: SEED },
    )

    expect(await checkInvariants(shop.db.run)).toEqual([])
    const accepted = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)
    // Mutated too much, they would test only the parser.
    expect(accepted).toBeGreaterThan(REQUESTS / 50)
  })
})

function expectKnown({ status, text, body, headers }: Answer, { call }: Endpoint): void {
  const hint = `${call}: ${status} ${text.slice(0, 300)}`
  expect(STATUSES, hint).toContain(status)
  expect(({} as { polluted?: unknown }).polluted, hint).toBeUndefined()
  if (status < 400) return
  expect(String(headers['content-type']), hint).toContain('application/json')
  expect(body, hint).toMatchObject({ message: expect.any(String) })
  expect(text, hint).not.toMatch(INSIDE)
}

/** Accounts whose tokens are renewed when a request ended their session. */
async function createCallers(shop: Shop) {
  let people = { customer: await shop.customer(), admin: await shop.admin() }
  let isStale = false
  return {
    async tokenOf(as: Made['as']): Promise<string | undefined> {
      if (isStale) {
        people = { customer: await shop.customer(), admin: await shop.admin() }
        isStale = false
      }
      return as === 'nobody' ? undefined : people[as].token
    },
    renew(): void {
      isStale = true
    },
  }
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '<script>',
    '%00',
    '../',
    'null',
    '-0',
    '1e400',
    'x'.repeat(6_000),
    '🛒'.repeat(200),
    'a@b.c',
    '0x10',
    '١٢',
  ),
)
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  oddText,
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    [],
    {},
    [[]],
    '1',
    '5',
    99,
    100,
  ),
)
const id = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '-1', '1.0', '9223372036854775808', 'x', '..', '\0'),
  },
  { weight: 1, arbitrary: oddText },
)
const headers = fc.record(
  {
    'idempotency-key': fc.string({ minLength: 0, maxLength: 300, unit: 'grapheme-ascii' }),
    'accept-language': fc.constantFrom('ar', 'en', '*', 'ar;q=0', 'x'.repeat(500)),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"x"', ''),
    'accept-encoding': fc.constantFrom('br', 'gzip', 'identity;q=0', 'x', 'br;q=nonsense'),
    range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=9-1', 'x'),
    cookie: fc.constantFrom('a=b', 'barq_google=x', '=;=;', 'a'),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'x', '::1, 127.0.0.1', ''),
    'stripe-signature': fc.constantFrom('t=1,v1=x', 't=,v1=', 'x'),
  },
  { requiredKeys: [] },
)

const made: fc.Arbitrary<Made> = fc.constantFrom(...ENDPOINTS).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    id,
    query: queryFor(endpoint.query),
    payload: payloadFor(endpoint),
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'application/json; charset=utf-8',
          'text/plain',
          'multipart/form-data; boundary=x',
          'multipart/form-data',
          'application/x-www-form-urlencoded',
          'application/json+x',
        ),
      },
    ),
    as: fc.constantFrom<Made['as'][]>('admin', 'admin', 'customer', 'customer', 'nobody'),
    headers,
  }),
)

function queryFor(schema: TSchema | undefined): fc.Arbitrary<Record<string, string>> {
  const names = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  const name = fc.constantFrom(...names, 'x', '__proto__', 'constructor')
  const value = fc.oneof(
    oddText,
    fc.constantFrom(
      '1',
      '10',
      'true',
      'newest',
      '-price',
      'All',
      'Phones',
      'phone',
      '2026-01-01T00:00:00Z',
      'check',
      'apply',
    ),
  )
  return fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true })
}

/** The accepted body: unchanged, mutated in up to three places, or mutated as text. */
function payloadFor(endpoint: Endpoint): fc.Arbitrary<string | undefined> {
  const { body } = endpoint
  if (!body) return fc.constantFrom(undefined, undefined, '', '{}', '[', '{"a":1}')
  const sample = bodyOf(endpoint)
  const places = placesOf(body)
  const change = fc.record({
    place: fc.constantFrom<Place[]>(...places, ['extra'], []),
    thing: fc.oneof(
      { weight: 4, arbitrary: oddValue },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  })
  const broken = fc
    .array(change, { maxLength: 3 })
    .map((changes) =>
      JSON.stringify(
        changes.reduce((value, { place, thing }) => applied(value, place, thing), sample),
      ),
    )
  const torn = fc
    .tuple(broken, fc.nat(2_000), oddText)
    .map(
      ([text = '', at, inserted]) =>
        text.slice(0, at % (text.length + 1)) + inserted + text.slice((at % (text.length + 1)) + 1),
    )
  return fc.oneof({ weight: 8, arbitrary: broken }, { weight: 2, arbitrary: torn })
}

/** Like `withAt`, for bodies in which an earlier mutation removed that place. */
function applied(value: unknown, place: Place, thing: unknown): unknown {
  return typeof value === 'object' && value !== null ? withAt(value, place, thing) : value
}
