import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compressReplies } from './compress-replies.ts'

const LARGE = { text: 'lightning '.repeat(200) }

let app: FastifyInstance
let endless: Readable
beforeEach(() => {
  app = Fastify()
  compressReplies(app)
  app.get('/large', async (_request, reply) => reply.header('vary', 'Origin').send(LARGE))
  app.get('/small', async () => ({ text: 'lightning' }))
  app.get('/bytes', async (_request, reply) =>
    reply.type('application/json').send(Buffer.from(JSON.stringify(LARGE))),
  )
  app.get('/stream', async (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(Readable.from(['lightning,', 'thunder'])),
  )
  endless = new Readable({ read: () => endless.push(randomBytes(16_384)) })
  app.get('/endless', async (_request, reply) => reply.type('text/csv').send(endless))
  app.get('/broken', async (_request, reply) =>
    reply.type('text/csv').send(Readable.from(broken())),
  )
  app.get('/done', async (_request, reply) =>
    reply.type('application/json').header('content-encoding', 'br').send(Buffer.alloc(2000)),
  )
  app.get('/picture', async (_request, reply) => reply.type('image/avif').send(Buffer.alloc(2000)))
})
afterEach(() => app.close())

/** Yields random bytes, which a compressor passes on immediately, then throws. */
async function* broken(): AsyncGenerator<Buffer> {
  yield randomBytes(1_000_000)
  throw new Error('the source fails')
}

function ask(url: string, accepted = 'gzip, deflate, br') {
  return app.inject({ url, headers: { 'accept-encoding': accepted } })
}

it.for(['/large', '/bytes'])('compresses from the first request on: %s', async (url) => {
  const { headers, rawPayload } = await ask(url)

  expect(headers['content-encoding']).toBe('gzip')
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
  expect(rawPayload.length).toBeLessThan(200)
  expect(JSON.parse(String(gunzipSync(rawPayload)))).toEqual(LARGE)
})

it('preserves the Vary header of the answer', async () => {
  expect((await ask('/large')).headers.vary).toBe('Origin, Accept-Encoding')
  expect((await ask('/large', 'identity')).headers.vary).toBe('Origin, Accept-Encoding')
})

it.for([
  ['/large', 'identity'],
  ['/large', 'br, gzip; q=0'],
  ['/small', 'gzip'],
  ['/picture', 'gzip'],
] as const)('leaves %s for %s as it is', async ([url, accepted]) => {
  expect((await ask(url, accepted)).headers).not.toHaveProperty('content-encoding')
})

it('compresses what is written while it is sent', async () => {
  const { headers, rawPayload } = await ask('/stream')

  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(String(gunzipSync(rawPayload))).toBe('lightning,thunder')
  expect((await ask('/stream', 'identity')).payload).toBe('lightning,thunder')
})

it('breaks an answer off whose source fails, and a source whose client leaves', async () => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'accept-encoding': 'gzip' }

  const cut = await fetch(`${url}/broken`, { headers })
  await expect(cut.text()).rejects.toThrow()

  const leaving = new AbortController()
  await fetch(`${url}/endless`, { headers, signal: leaving.signal })
  leaving.abort()
  await expect.poll(() => endless.destroyed).toBe(true)
})

it('does not compress what is already compressed', async () => {
  const { headers, rawPayload } = await ask('/done')

  expect(headers['content-encoding']).toBe('br')
  expect(rawPayload).toHaveLength(2000)
})
