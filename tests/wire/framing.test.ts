/**
 * H2: requests that are too large, or whose length is ambiguous, are rejected with the right status, the connection is
 * closed, and no handler sees any of their bytes.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import { contractEndpoints, methodOf, pathOf } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { type Live, openLive } from '#tests/kit/live.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { exchange, request } from './raw.ts'

const WRITING = (await contractEndpoints()).filter((endpoint) => methodOf(endpoint) !== 'GET')

/** A second request, which would add a product to the cart if it were executed. */
const SECOND = (token: string, cart: number) =>
  request(
    'POST',
    '/api/user/cart',
    { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    `{"cart":${cart}}`,
  )

describeShop('on the wire', (shop) => {
  let live: Live
  let token = ''
  let cart = 0

  beforeAll(async () => {
    live = await openLive(shop.db)
    // Turns off the idle timeout, so that only what was sent can close a connection.
    live.app.server.keepAliveTimeout = 0
    token = (await shop.admin()).token
    cart = await shop.product()
  })

  afterAll(() => live.close())

  it('every call refuses a body above its limit, announced or not, and closes the connection', async () => {
    const before = await fingerprint(shop)
    for (const endpoint of WRITING) {
      const isUpload = endpoint.reads?.type === 'multipart/form-data'
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        connection: 'keep-alive',
      }
      const size = endpoint.bodyBytesMax ?? JSON_BODY_MAX
      const path = pathOf(endpoint)
      const announced = request(methodOf(endpoint), path, {
        ...headers,
        'content-length': String(size + 1),
      })
      const chunked = request(methodOf(endpoint), path, {
        ...headers,
        'transfer-encoding': 'chunked',
      })
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      for (const bytes of [announced, chunked + chunk.repeat(size / 0x4000 + 2)]) {
        const answer = await exchange(live.port, bytes)
        expect(isUpload ? [413, 415] : [413], endpoint.call).toContain(answer.status)
        expect(answer.isClosed, endpoint.call).toBe(true)
        expect(answer.headers.connection, endpoint.call).toBe('close')
      }
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  it('a request framed in two ways at once is refused completely', async () => {
    const bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = `{"cart":${cart}}`
    const post = (headers: Record<string, string>, text: string) =>
      request('POST', '/api/user/cart', { ...bearer, connection: 'keep-alive', ...headers }) + text
    const inChunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const shapes: Record<string, string> = {
      'length and chunks': post(
        { 'content-length': '5', 'transfer-encoding': 'chunked' },
        inChunks,
      ),
      'two lengths': post({ 'content-length': String(body.length), 'Content-Length': '0' }, body),
      'a list of lengths': post({ 'content-length': `${body.length}, ${body.length + 1}` }, body),
      'a negative length': post({ 'content-length': '-1' }, body),
      'a length with a plus': post({ 'content-length': `+${body.length}` }, body),
      'a length in hex': post({ 'content-length': '0x0b' }, body),
      'a length that overflows': post({ 'content-length': '99999999999999999999999' }, body),
      'another coding': post({ 'transfer-encoding': 'xchunked' }, inChunks),
      'chunked twice': post({ 'transfer-encoding': 'chunked, identity' }, inChunks),
      'a space before the colon': post({ 'transfer-encoding ': 'chunked' }, inChunks),
      'a chunk of no size': post({ 'transfer-encoding': 'chunked' }, `z\r\n${body}\r\n0\r\n\r\n`),
      'a chunk longer than it says': post(
        { 'transfer-encoding': 'chunked' },
        `2\r\n${body}\r\n0\r\n\r\n`,
      ),
      'a folded header': post({ 'x-a': 'b\r\n c: d' }, '').replace('\r\n c', '\r\n\tc'),
      'a bare line feed': `GET /api/user HTTP/1.1\nhost: x\n\n`,
      'a NUL in a header': post({ 'x-a': 'b\0c' }, ''),
      'HTTP/9.9': 'GET /api/config HTTP/9.9\r\nhost: x\r\n\r\n',
    }
    const before = await fingerprint(shop)
    for (const [name, bytes] of Object.entries(shapes)) {
      // The second request is in the same packet, so that a server might execute it.
      const answer = await exchange(live.port, bytes + SECOND(token, cart))
      expect([400, 505], name).toContain(answer.status)
      expect(await fingerprint(shop), name).toEqual(before)
      expect(answer.text.match(/HTTP\/1\.1 \d/g), name).toHaveLength(1)
      expect(answer.isClosed, name).toBe(true)
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  it('endless addresses, headers and chunks are cut off at their limits', async () => {
    const long = await exchange(
      live.port,
      request('GET', `/api/config?search=${'x'.repeat(9_000)}`),
    )
    const heavy = await exchange(
      live.port,
      request('GET', '/api/config', { 'x-a': 'a'.repeat(17_000) }),
    )
    const many = await exchange(
      live.port,
      `GET /api/config HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(5_000)}\r\n`,
    )
    const endless = await exchange(
      live.port,
      request('POST', '/api/auth/login', {
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      }),
      { keepSending: { piece: `4000\r\n${'x'.repeat(0x4000)}\r\n`, everyMs: 5 } },
    )
    const extensions = await exchange(
      live.port,
      `${request('POST', '/api/auth/login', {
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      })}1;${'x'.repeat(40_000)}\r\na\r\n`,
    )

    const answers = [long, heavy, many, endless, extensions]
    expect(answers.map(({ status }) => status)).toEqual([414, 431, 431, 413, 400])
    expect(answers.filter(({ isClosed }) => !isClosed)).toEqual([])
  })

  it('a request that never reaches its length is not executed', async () => {
    const before = await fingerprint(shop)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = `{"cart":${cart}}`
    const short = request('POST', '/api/user/cart', { ...headers, 'content-length': '500' }, body)

    const answer = await exchange(live.port, short, { waitMs: 300 })

    expect(answer.status).toBe(0)
    expect(await fingerprint(shop)).toEqual(before)
  })
})
