/**
 * The OpenAPI document is valid and lists every route, and each endpoint accepts and returns what the document
 * describes, errors included, and sets no cookie.
 */
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Endpoint, expectsBody } from '#contract/endpoint.ts'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import { withoutOwnKeywords } from '#server/platform/http/own-keywords.ts'
import { PIXEL } from '#tests/access/bodies.ts'
import { type Prepared, prepare } from '#tests/access/requests.ts'
import { declaredRoutes, isPublicFile } from '#tests/access/routes.ts'
import { contractEndpoints, methodOf, pathOf, sampleOf } from '#tests/kit/endpoints.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { disconnectAll, type Live, openLive, RawClient } from '#tests/kit/live.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { IS_FULL } from '#tests/kit/volume.ts'
import { type ApiDocument, createOracle, type Oracle, type Seen } from './api-document.ts'
import { exchange, request } from './raw.ts'

const ENDPOINTS = await contractEndpoints()

/** Endpoints disabled in this shop. Their error responses are still validated. */
const SWITCHED_OFF = new Set([
  'GET /api/auth/google',
  'GET /api/auth/google/return',
  'POST /api/auth/google/token',
  'POST /api/auth/google/link',
  'POST /api/guests',
  'POST /api/payments/stripe/webhook',
  'GET /api/mcp',
  'POST /api/mcp',
  'GET /api/demo/mails',
  'GET /api/demo/mails/{id}',
  'GET /feed/{file}',
  'GET /llms.txt',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemap/{part}',
])

/** The endpoints to try with valid requests; the sample has none of the three that take seconds to encode a picture. */
const ACCEPTING = ENDPOINTS.filter(
  ({ call }) => IS_FULL || !/^POST .*(pictures|upload_images)$/.test(call),
)

const EMPTY_FORM = { payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

const QUERY: Record<string, string> = {
  'GET /api/admin/emails/{kind}/preview': '?locale=ar',
  'GET /api/email-previews/{kind}': '?locale=ar',
  'GET /api/products/compare': '?ids=1,2',
  'GET /api/admin/packing-slips': '?state=unsent',
  'GET /api/products/fits': '?devices=1&ids=2',
  'GET /api/products/suggest': '?q=product',
  'GET /api/user/addresses/format': '?country=AE',
  'POST /api/admin/products/imports': '?mode=check',
}

const CSV = `category,name,name_ar,description,description_ar,seller,price,stock
Phones,Lamp,مصباح,It shines,يضيء,Orvane,9.99,3
`

interface Request {
  path: string
  token?: string | undefined
  body?: unknown
  payload?: string | Buffer
  headers?: Record<string, string>
}

describeShop('the description of the API', (shop) => {
  let live: Live
  let document: ApiDocument
  let oracle: Oracle
  let staff = ''
  let customer = ''

  beforeAll(async () => {
    await shop.sql`insert into legal_page values ('privacy', 'We keep little.', '')`
    live = await openLive(shop.db)
    ;[staff, customer] = [(await shop.admin()).token, (await shop.customer()).token]
    document = (await (await fetch(`${live.url}/api/openapi.json`)).json()) as ApiDocument
    oracle = createOracle(document)
  })

  afterAll(async () => {
    disconnectAll()
    await live.close()
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const send = async (endpoint: Endpoint, wanted: Request): Promise<Seen> => {
    const { path, token, body, payload, headers } = wanted
    const content = payload ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(live.url + path, {
      method: methodOf(endpoint),
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content as BodyInit }),
    })
    // Only Google sign-in, which this shop does not offer, sets a cookie.
    expect(answer.headers.getSetCookie(), endpoint.call).toEqual([])
    const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? ''
    return { status: answer.status, type, text: await answer.text() }
  }

  const accepted = async (endpoint: Endpoint): Promise<Request> => {
    const prepared = await prepare(shop, endpoint)
    const path = prepared.path + (QUERY[endpoint.call] ?? '')
    const { token } = prepared
    if (endpoint.reads?.type === 'multipart/form-data') {
      return { path, token, ...fileFor(endpoint) }
    }
    if (endpoint.reads) return { path, token, body: sampleOf(endpoint.reads.schema) }
    if (endpoint.tag === 'Real time') return { path, token, body: await signable(prepared) }
    if (expectsBody(endpoint)) return { path, token, body: prepared.body }
    // An endpoint without a payload accepts an empty body of any type: see empty-bodies.test.ts.
    return { path, token, ...(methodOf(endpoint) !== 'GET' && EMPTY_FORM) }
  }

  const signable = async ({ token }: Prepared) => {
    const { socketId } = await RawClient.connect(live)
    const { body } = await shop.call('GET', '/api/user', { token })
    return { socket_id: socketId, channel_name: `private-user.${body.id}` }
  }

  const refused = (endpoint: Endpoint): Array<[number, Request]> => {
    const { call, access, params, query, body } = endpoint
    const path = pathOf(endpoint) + (QUERY[call] ?? '')
    const isWriting = methodOf(endpoint) !== 'GET'
    const other = { payload: 'x', headers: { 'content-type': 'text/plain' } }
    const isGuarded = access === 'customer' || access === 'admin'
    const cases: Array<[boolean, number, Request]> = [
      [isGuarded, 401, { path }],
      [access === 'admin', 403, { path, token: customer }],
      [
        params !== undefined,
        404,
        { path: pathOf(endpoint, 'x'), token: staff, ...(body && { body: {} }) },
      ],
      [isWriting, 415, { path, token: staff, ...other }],
      [isWriting && !endpoint.reads, 400, { path, token: staff, payload: '{' }],
      [
        body !== undefined && !params && expectsBody(endpoint),
        422,
        { path, token: staff, payload: '[]' },
      ],
      [
        query !== undefined && !isWriting,
        422,
        { path: `${path.split('?')[0]}?limit=x&q=%00`, token: staff },
      ],
      [
        query === undefined && !isWriting,
        414,
        { path: `${path}?${'x'.repeat(9_000)}`, token: staff },
      ],
    ]
    return cases.flatMap(([applies, status, request]) => (applies ? [[status, request]] : []))
  }

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()

    expect(await validator.validate(document)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('has no keywords that only the shop knows', () => {
    expect(withoutOwnKeywords(document)).toEqual(document)
  })

  it('lists exactly the routes that are served, with the names in the contract', async () => {
    const routes = (await declaredRoutes(shop)).filter(
      (call) => !call.startsWith('HEAD ') && !isPublicFile(call),
    )
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )

    expect(listed.sort()).toEqual(routes.sort())
    expect(listed).toEqual(ENDPOINTS.map(({ call }) => call).sort())
    expect(listed).toEqual(expect.arrayContaining(['GET /healthz', 'GET /readyz', 'GET /metrics']))
  })

  it('names every operation once', () => {
    const names = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    )

    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('postUserOrderIdCancel')
  })

  it.for(ACCEPTING)('describes what $call accepts and returns', async (endpoint) => {
    const { call } = endpoint
    const wanted = await accepted(endpoint)

    const seen = await send(endpoint, wanted)

    expect(oracle.taken(call, wanted.body), call).toEqual([])
    expect(oracle.answer(call, seen), `${seen.status} ${seen.text.slice(0, 300)}`).toEqual([])
    if (SWITCHED_OFF.has(call)) expect([404, 422]).toContain(seen.status)
    else expect(seen.status, seen.text).toBeLessThan(400)
    if (!IS_FULL || methodOf(endpoint) === 'GET') return
    // Whether or not the repeated request is accepted, the document must describe its response.
    const again = await send(endpoint, wanted)
    expect(oracle.answer(call, again), `${again.status} ${again.text.slice(0, 300)}`).toEqual([])
  })

  it.for(ENDPOINTS)('describes how $call refuses', async (endpoint) => {
    const [method = '', path = ''] = endpoint.call.split(' ')
    const security = document.paths[path]?.[method.toLowerCase()]?.security
    const isGuarded = ['customer', 'admin'].includes(endpoint.access)
    expect(JSON.stringify(security) === '[{"bearer":[]}]').toBe(isGuarded)
    const turn = ENDPOINTS.indexOf(endpoint)
    for (const [at, [status, wanted]] of refused(endpoint).entries()) {
      // The sample sends only every second request, because all endpoints share the rejecting code.
      if (!IS_FULL && at % 2 !== turn % 2) continue
      const seen = await send(endpoint, wanted)

      const hint = `${status}, but ${seen.status} ${seen.text.slice(0, 300)}`
      expect(oracle.answer(endpoint.call, seen), hint).toEqual([])
      if (!SWITCHED_OFF.has(endpoint.call)) expect(seen.status, hint).toBe(status)
    }
  })

  it('describes the error of a body that is too large', async () => {
    for (const endpoint of ENDPOINTS.filter(({ body }) => body)) {
      const { status, body } = await exchange(
        live.port,
        request(methodOf(endpoint), pathOf(endpoint), {
          authorization: `Bearer ${staff}`,
          'content-type': 'application/json',
          'content-length': String((endpoint.bodyBytesMax ?? JSON_BODY_MAX) + 1),
        }),
      )

      expect(status).toBe(413)
      const seen = { status, type: 'application/json', text: body }
      expect(oracle.answer(endpoint.call, seen), endpoint.call).toEqual([])
    }
  })

  it('describes the 304 of a conditional request', async () => {
    const product = await shop.product()
    // The tests of other features cover the endpoints that require an account.
    const open = ENDPOINTS.filter(
      ({ access, replies }) => access !== 'customer' && access !== 'admin' && 304 in replies,
    )
    for (const endpoint of open) {
      const path = pathOf(endpoint, product) + (QUERY[endpoint.call] ?? '')
      const first = await fetch(live.url + path)
      const etag = first.headers.get('etag') ?? ''
      await first.text()

      const seen = await send(endpoint, { path, headers: { 'if-none-match': etag } })

      expect(seen.status, endpoint.call).toBe(304)
      expect(oracle.answer(endpoint.call, seen)).toEqual([])
    }
  })
})

function fileFor({ call }: Endpoint): Pick<Request, 'payload' | 'headers'> {
  if (call.includes('/imports'))
    return multipart('file', CSV, { filename: 'p.csv', type: 'text/csv' })
  return multipart('image', PIXEL, { filename: 'p.png', type: 'image/png' })
}
