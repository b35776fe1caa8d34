import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compressReplies } from './compress-replies.ts'

const LARGE = { text: 'lightning '.repeat(200) }

let app: FastifyInstance
beforeEach(() => {
  app = Fastify()
  compressReplies(app)
  app.get('/large', async (_request, reply) => reply.header('vary', 'Origin').send(LARGE))
  app.get('/small', async () => ({ text: 'lightning' }))
  app.get('/bytes', async (_request, reply) =>
    reply.type('application/json').send(Buffer.from(JSON.stringify(LARGE))),
  )
  app.get('/done', async (_request, reply) =>
    reply.type('application/json').header('content-encoding', 'br').send(Buffer.alloc(2000)),
  )
  app.get('/picture', async (_request, reply) => reply.type('image/avif').send(Buffer.alloc(2000)))
})
afterEach(() => app.close())

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
  ['/large', 'br'],
  ['/small', 'gzip'],
  ['/picture', 'gzip'],
] as const)('leaves %s for %s as it is', async ([url, accepted]) => {
  expect((await ask(url, accepted)).headers).not.toHaveProperty('content-encoding')
})

it('does not compress what is already compressed', async () => {
  const { headers, rawPayload } = await ask('/done')

  expect(headers['content-encoding']).toBe('br')
  expect(rawPayload).toHaveLength(2000)
})
