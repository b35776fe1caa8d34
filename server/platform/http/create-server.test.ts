import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { createServer } from './create-server.ts'

let close = async () => {}
afterEach(() => close())

it('asks the response cache before the framework', async () => {
  const serveFromCache = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/ready') return false
    response.end('at once')
    return true
  }
  const { app } = await createServer(readConfig({ DEMO: 'off', LOG_LEVEL: 'silent' }), [
    { serveFromCache },
  ])
  close = () => app.close()
  app.get('/ready', () => 'by the framework')
  app.get('/other', () => 'by the framework')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const textOf = async (path: string) => (await fetch(url + path)).text()

  expect(await textOf('/ready')).toBe('at once')
  expect(await textOf('/other')).toBe('by the framework')
})

it('answers requests that arrive while it stops, and closes their connection', async () => {
  const { app } = await createServer(readConfig({ DEMO: 'off', LOG_LEVEL: 'silent' }))
  const stopping = Promise.withResolvers<void>()
  const mayStop = Promise.withResolvers<void>()
  app.addHook('preClose', async () => {
    stopping.resolve()
    await mayStop.promise
  })
  app.get('/late', () => 'done')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const closed = app.close()
  await stopping.promise

  const reply = await fetch(`${url}/late`)

  expect([reply.status, await reply.text()]).toEqual([200, 'done'])
  expect(reply.headers.get('connection')).toBe('close')
  mayStop.resolve()
  await closed
})

it('leads an address that cannot be decoded to the page, and refuses it as a call', async () => {
  const { app } = await createServer(readConfig({ DEMO: 'off', LOG_LEVEL: 'silent' }))
  close = () => app.close()
  app.setNotFoundHandler(({ url }, reply) => reply.code(404).send(url))
  for (const [url, known] of [
    ['/product/%ff', '/product/%25ff'],
    ['/%zz/100%/%41?a=%ff', '/%25zz/100%25/%2541?a=%ff'],
    ['/%D8%A8?a=%ff', '/%D8%A8?a=%ff'],
  ] as const) {
    const { statusCode, payload } = await app.inject(url)
    expect([statusCode, payload]).toEqual([404, known])
  }
  const call = await app.inject('/api/products/%ff')
  expect([call.statusCode, call.json().error]).toEqual([400, 'malformed'])
})
