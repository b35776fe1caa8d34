import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePage } from './page.ts'
import { prepare } from './response-cache/encoded-answer.ts'

const SCRIPT = 'console.log("barq")'
const PRODUCT = `a product of ${Array.from({ length: 999 }, (_, n) => n * n)}`

describe('the built page', () => {
  let folder: string
  let app: FastifyInstance
  const kept: object[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'barq-page-'))
    await mkdir(join(folder, 'assets'))
    await Promise.all(
      Object.entries({
        'index.html': 'home',
        'sign-in.html': 'sign in',
        'product.html': PRODUCT,
        'screen.html': 'any screen',
        'assets/shop-1.js': SCRIPT,
        'assets/shop-1.js.br': brotliCompressSync(SCRIPT),
      }).map(([name, content]) => writeFile(join(folder, name), content)),
    )
    app = fastify()
    await servePage(app, {
      folder,
      fill: async (name, { path, query, isRobot }, html) => {
        if (path === '/busy') return { status: isRobot ? 503 : 200, html: prepare('busy') }
        if (name !== '/sign-in') throw new Error('no database')
        return {
          onHeaders: (_request, sent) => kept.push(sent),
          status: path === name ? 200 : 404,
          html: prepare(`${html} to ${query.get('lang') ?? 'Noor'}`),
        }
      },
      headers: { document: { 'content-security-policy': 'documents' }, resource: {}, worker: {} },
    })
  })

  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  it.for([
    ['/', 'home'],
    ['/sign-in', 'sign in to Noor'],
    ['/sign-in?next=1', 'sign in to Noor'],
    ['/sign-in?lang=ar&next=1', 'sign in to ar'],
    ['/product/7', PRODUCT],
    ['/product/show/Phones', 'any screen'],
    ['/carts', 'any screen'],
    ['/order-preview/7', 'any screen'],
  ] as const)('answers %s with the document of its screen', async ([url, text]) => {
    const reply = await app.inject({ url })

    expect(reply.payload).toBe(text)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': 'documents',
      'cache-control': 'no-cache',
    })
  })

  it.for([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 503],
    ['facebookexternalhit/1.1', 503],
    ['WhatsApp/2.23.20.0', 503],
    ['Mozilla/5.0 (Linux; Android 13; CUBOT X70) Chrome/120.0 Mobile Safari/537.36', 200],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) GSA/350.0 Mobile Safari/604.1', 200],
  ] as const)('asks only robots to come back: %s', async ([agent, status]) => {
    const { headers, payload, statusCode } = await app.inject({
      url: '/busy',
      headers: { 'user-agent': agent },
    })
    expect(payload).toBe(
      status === 503 ? "The shop isn't available right now. Try again in a minute." : 'busy',
    )
    expect([statusCode, headers['retry-after']]).toEqual([
      status,
      status === 503 ? '60' : undefined,
    ])
    const broken = await app.inject({ url: '/carts', headers: { 'user-agent': agent } })
    expect(broken.statusCode).toBe(status)
  })

  it('passes on the headers for the next answers', async () => {
    kept.length = 0
    const { headers } = await app.inject({ url: '/sign-in' })
    await app.inject({ url: '/carts' })
    const { etag: _etag, ...others } = headers
    expect(others).toMatchObject({ vary: 'accept-language, accept-encoding' })
    expect(others).toMatchObject(kept[0] ?? {})
    expect(kept).toHaveLength(1)
  })

  it('answers 304 for a document that the client has', async () => {
    const { headers } = await app.inject({ url: '/carts' })
    const again = (etag: string) =>
      app.inject({ url: '/carts', headers: { 'if-none-match': etag, 'accept-encoding': 'br' } })

    const known = await again(`${headers.etag}`)
    expect([known.statusCode, known.payload]).toEqual([304, ''])
    expect(known.headers).toMatchObject({
      etag: headers.etag,
      vary: 'accept-language, accept-encoding',
    })
    expect((await again(`"another", W/${headers.etag}`)).statusCode).toBe(304)
    expect((await again('"another"')).statusCode).toBe(200)
  })

  it('sends a document compressed to a client that accepts it, the second time better', async () => {
    const ask = (encodings: string) =>
      app.inject({ url: '/product/7', headers: { 'accept-encoding': encodings } })
    const first = await ask('gzip, br')
    const second = await ask('gzip, br')
    const other = await ask('gzip, x-gzip;q=0, br;q=0')
    const plain = await ask('gzip;q=0.0, br; q=0')

    expect(first.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-language, accept-encoding',
    })
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe(PRODUCT)
    expect(brotliDecompressSync(second.rawPayload).toString()).toBe(PRODUCT)
    expect(second.rawPayload.length).toBeLessThan(first.rawPayload.length)
    expect(gunzipSync(other.rawPayload).toString()).toBe(PRODUCT)
    expect(plain.payload).toBe(PRODUCT)
  })

  it.for([
    '/index.html',
    '/sign-in.html',
    '/assets/shop-1.js.br',
    '/assets/other.js',
    '/api/none',
    '//api/none',
    '/API/none',
  ])('answers 404 to %s', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404)
  })

  it('sends a script compressed to a client that accepts it, and uncompressed to others', async () => {
    const url = '/assets/shop-1.js'
    const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    const plain = await app.inject({ url })

    expect(small.headers['content-encoding']).toBe('br')
    expect(small.rawPayload).toEqual(brotliCompressSync(SCRIPT))
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.payload).toBe(SCRIPT)
    expect(plain.headers.vary).toContain('accept-encoding')
    expect(plain.headers['cache-control']).toContain('immutable')
  })
})
