/**
 * Endpoints without a payload accept an empty body of any content type, because HTTP clients send one for `post(url)`:
 * axios sends a form or empty chunks, `curl -d ''` a form, and `fetch` with the body '' plain text.
 */

import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { expectsBody } from '#contract/endpoint.ts'
import { prepare } from '#tests/access/requests.ts'
import { contractEndpoints, methodOf, needsBody, pathOf } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { IS_FULL } from '#tests/kit/volume.ts'
import { outsideClient } from './outside-client.ts'
import { exchange, request } from './raw.ts'

const CHANGES = (await contractEndpoints()).filter(({ call }) => !call.startsWith('GET '))
const PAYLOAD_LESS = CHANGES.filter((endpoint) => !expectsBody(endpoint))
const WITH_PAYLOAD = CHANGES.filter(expectsBody).filter(needsBody)

interface Body {
  headers: Record<string, string>
  /** The raw bytes after the headers. */
  bytes: string
}

const FORM = 'application/x-www-form-urlencoded'
const CHUNKED = { 'transfer-encoding': 'chunked' }
const LAST_CHUNK = '0\r\n\r\n'

const MULTIPART = 'multipart/form-data; boundary=x'
const LENGTH_0 = { 'content-length': '0' }

/** Bodies that count as empty: none at all, each content type with length 0 and with only the last chunk, and `{}`. */
const EMPTY: Record<string, Body> = {
  'no header of a body': { headers: {}, bytes: '' },
  'no type, length 0': { headers: LENGTH_0, bytes: '' },
  'no type, empty chunks': { headers: CHUNKED, bytes: LAST_CHUNK },
  'a form, no length': { headers: { 'content-type': FORM }, bytes: '' },
  ...Object.fromEntries(
    [
      FORM,
      'text/plain;charset=UTF-8',
      MULTIPART,
      'application/json',
      'application/octet-stream',
      'nonsense',
    ].flatMap((type) => [
      [`${type}, length 0`, { headers: { 'content-type': type, ...LENGTH_0 }, bytes: '' }],
      [
        `${type}, empty chunks`,
        { headers: { 'content-type': type, ...CHUNKED }, bytes: LAST_CHUNK },
      ],
    ]),
  ),
  'an empty object': {
    headers: { 'content-type': 'application/json', 'content-length': '2' },
    bytes: '{}',
  },
}

/** The endpoints that get every empty body; one in the sample, since openapi.test.ts sends an empty form to all. */
const ACCEPTING = PAYLOAD_LESS.filter(({ call }) => IS_FULL || call === 'DELETE /api/auth/sessions')

/** In the sample, each endpoint that needs a payload gets one empty body, in turn; at full volume, all of them. */
function triedBy(call: Endpoint): Array<[string, Body]> {
  const turn = CHANGES.indexOf(call) % Object.keys(EMPTY).length
  return Object.entries(EMPTY).filter((_, at) => IS_FULL || at === turn)
}

describeShop('an empty body', (shop) => {
  const { live } = outsideClient(shop)

  const send = async (shop: Shop, endpoint: Endpoint, { headers, bytes }: Body) => {
    const { method, path, token } = await prepare(shop, endpoint)
    const head = { ...(token && { authorization: `Bearer ${token}` }), ...headers }
    return exchange(live.port, request(method, path, head) + bytes)
  }

  // Runs first, because other tests make changes whose effects are delivered later.
  it('is refused where a payload is needed, and changes nothing', async () => {
    const { token } = await shop.admin()
    const before = await fingerprint(shop)
    for (const endpoint of WITH_PAYLOAD) {
      for (const [name, { headers, bytes }] of triedBy(endpoint)) {
        const head = { authorization: `Bearer ${token}`, ...headers }
        const { status, body } = await exchange(
          live.port,
          request(methodOf(endpoint), pathOf(endpoint), head) + bytes,
        )

        const hint = `${endpoint.call}, ${name}: ${body}`
        // With an empty body, a realtime endpoint has nothing to sign, and may return 403.
        const isRealtime = endpoint.accepts !== undefined
        expect(isRealtime ? [403, 415, 422] : [400, 404, 409, 415, 422], hint).toContain(status)
        expect(JSON.parse(body), hint).toMatchObject({ error: expect.any(String) })
      }
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  it.for(ACCEPTING)('is accepted with any content type by $call', async (endpoint) => {
    for (const [name, body] of Object.entries(EMPTY)) {
      const { status, text } = await send(shop, endpoint, body)

      expect(status, `${name}: ${text}`).toBe(200)
    }
  })

  it('leaves the connection open for the next request', async () => {
    const { token } = await shop.customer()
    const head = {
      authorization: `Bearer ${token}`,
      connection: 'keep-alive',
      'content-type': FORM,
    }
    const first = request('DELETE', '/api/auth/sessions', { ...head, ...CHUNKED }) + LAST_CHUNK
    // The second request arrives while the first one is in progress; neither may end this session.
    const second = request('DELETE', '/api/auth/sessions', {
      ...head,
      'content-length': '0',
      connection: 'close',
    })

    const { text } = await exchange(live.port, first + second)

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })
})
