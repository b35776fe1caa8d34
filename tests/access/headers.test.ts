/** A11: the exact security headers of each kind of response; adding or removing a header requires a change here. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createServer } from '#server/platform/http/create-server.ts'
import { servePage } from '#server/platform/http/page.ts'
import { prepare } from '#server/platform/http/response-cache/encoded-answer.ts'
import { countBypasses } from '#tests/kit/cache-bypass.ts'
import { contractEndpoints, methodOf, pathOf } from '#tests/kit/endpoints.ts'
import { openLive } from '#tests/kit/live.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { type CallOptions, describeShop } from '#tests/kit/shop.ts'
import { exchange, request } from '#tests/wire/raw.ts'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
}
const DATA = { ...COMMON, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
const PICTURE = {
  ...COMMON,
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
}
const PAGE = {
  ...COMMON,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self' ws://shop.example:443 wss://shop.example:443; " +
    "frame-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
    "manifest-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; " +
    'trusted-types barq-service-worker',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/** Headers that matter for security, unlike `content-length` or `date`. */
const CHECKED =
  /^(x-|content-security|referrer|cross-origin|permissions|strict-transport|access-control|server$|via$)/

function checked(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CHECKED.test(name)))
}

const ENDPOINTS = await contractEndpoints()

describeShop('the headers of', (shop) => {
  it('every call are those of data, and no cache keeps personal data', async () => {
    const staff = await shop.admin()
    for (const endpoint of ENDPOINTS) {
      const token = await shop.signIn(staff)
      const body = endpoint.body ? { body: {} } : {}
      for (const options of [body, { ...body, token }] as CallOptions[]) {
        const answer = await shop.call(methodOf(endpoint), pathOf(endpoint), options)
        expect(checked(answer.headers), endpoint.call).toEqual(DATA)
        expect(answer.headers.vary, endpoint.call).toMatch(/^Origin/)
        const isPersonal = endpoint.access !== 'public' && options.token
        if (isPersonal) expect(answer.headers['cache-control'], endpoint.call).toBe('no-store')
      }
    }
  })

  it('what a cache may keep, and it is the same for two people and a visitor', async () => {
    const people = [await shop.customer(), await shop.admin()]
    await shop.product({})
    const kept: string[] = []
    for (const endpoint of ENDPOINTS.filter((one) => methodOf(one) === 'GET')) {
      const ask = (token?: string) =>
        shop.call('GET', pathOf(endpoint), token === undefined ? {} : { token })
      const { headers, status, text } = await ask()
      const control = `${headers['cache-control']}`
      if (status !== 200 || !/no-cache|public/.test(control) || /private/.test(control)) continue
      kept.push(endpoint.call)
      for (const { token, email } of people) {
        const answer = await ask(token)
        const isKept = answer.headers['cache-control'] === control
        if (isKept) expect(answer.text, endpoint.call).toBe(text)
        expect(isKept || answer.headers['cache-control'] === 'no-store', endpoint.call).toBe(true)
        expect(text).not.toContain(email)
      }
      expect(headers['set-cookie'], endpoint.call).toBeUndefined()
    }
    expect(kept).toEqual(expect.arrayContaining(['GET /api/products', 'GET /api/config']))
  })

  it.for([
    ['a missing page', 'GET', '/api/nothing', {}],
    ['a wrong method', 'PATCH', '/api/user/cart', {}],
    ['an address that cannot be decoded', 'GET', '/api/products/%', {}],
    ['an id of 500 digits', 'GET', `/api/products/${'1'.repeat(500)}`, {}],
    ['an address above 8 KiB', 'GET', `/${'a'.repeat(9000)}`, {}],
    ['a body that is not JSON', 'POST', '/api/auth/login', { payload: '{' }],
    ['a body above the limit', 'POST', '/api/auth/login', { payload: 'x'.repeat(70_000) }],
    [
      'another type',
      'POST',
      '/api/auth/login',
      { payload: 'a', headers: { 'content-type': 'a/b' } },
    ],
    ['an upload without a token', 'POST', '/api/auth/upload_images', multipart('image', 'x')],
  ] as Array<[string, string, string, CallOptions]>)(
    'an error are those of data: %s',
    async ([, method, path, options]) => {
      const answer = await shop.call(method, path, options)

      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.body).toMatchObject({ error: expect.any(String), message: expect.any(String) })
      expect(checked(answer.headers)).toEqual(DATA)
    },
  )

  it('pictures forbid everything except being shown by other front ends', async () => {
    for (const path of ['/media/orvane-one/96.avif', '/media/brands/orvane.svg']) {
      const answer = await shop.call('GET', path)

      expect(answer.status).toBe(200)
      expect(checked(answer.headers)).toEqual(PICTURE)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  it('a cached response are those of an uncached one, on the wire', async () => {
    const live = await openLive(shop.db)
    try {
      const known = request('GET', '/api/products?limit=3')
      const first = await exchange(live.port, known)
      const { result, bypassCache } = await countBypasses(() => exchange(live.port, known))

      expect(bypassCache).toBe(0)
      expect(result.status).toBe(200)
      expect(checked(result.headers)).toEqual(DATA)
      expect(checked(result.headers)).toEqual(checked(first.headers))
      expect(result.headers.vary).toMatch(/^Origin/)
      expect(result.headers['cache-control']).toBe('no-cache')
    } finally {
      await live.close()
    }
  })

  it('requests that reach no route are the same: broken requests, on the wire', async () => {
    const live = await openLive(shop.db)
    try {
      const broken: Array<[string, number]> = [
        ['HELLO\r\n\r\n', 400],
        [request('FOO', '/'), 400],
        [request('GET', '/', { x: 'a'.repeat(20_000) }), 431],
        [request('POST', '/api/auth/login', { 'transfer-encoding': 'chunked' }, 'zz'), 400],
        [request('GET', '/api/products/%'), 400],
      ]
      for (const [bytes, status] of broken) {
        const answer = await exchange(live.port, bytes)

        expect(answer.status, bytes.slice(0, 40)).toBe(status)
        expect(checked(answer.headers)).toEqual(DATA)
        expect(JSON.parse(answer.body)).toEqual({
          error: expect.any(String),
          message: expect.any(String),
        })
        expect(answer.isClosed).toBe(true)
      }
      const socket = await exchange(live.port, request('GET', '/app/barq?protocol=7', UPGRADE), {
        waitMs: 3_000,
      })
      expect(socket.status).toBe(101)
      expect(checked(socket.headers)).toEqual({})
    } finally {
      await live.close()
    }
  })
})

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

it('the headers of the page and its scripts are exactly these', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'barq-page-'))
  for (const name of ['index.html', 'screen.html'])
    await writeFile(join(folder, name), '<!doctype html><title>Barq</title>')
  for (const name of ['boot.js', 'service-worker.js']) await writeFile(join(folder, name), 'void 0')
  const config = readConfig({
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://shop.example',
  })
  const { app, headers } = await createServer(config)
  await servePage(app, {
    folder,
    fill: async (_name, _path, html) => ({ status: 200, html: prepare(html.toString()) }),
    headers,
  })
  try {
    for (const url of ['/', '/profile', '/no/such/page']) {
      const page = await app.inject({ url })
      expect(checked(page.headers)).toEqual(PAGE)
      expect(page.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
      })
    }
    const secure = { ...DATA, 'strict-transport-security': PAGE['strict-transport-security'] }
    expect(checked((await app.inject({ url: '/boot.js' })).headers)).toEqual(secure)
    expect(checked((await app.inject({ url: '/api/nothing' })).headers)).toEqual(secure)
    const worker = await app.inject({ url: '/service-worker.js' })
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(checked(worker.headers)).toEqual({
      ...secure,
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    })
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
