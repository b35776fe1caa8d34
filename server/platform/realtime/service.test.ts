/** Publishing through a service, played by a server that records what it receives. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { EVENT_DATA_BYTES_MAX } from './protocol.ts'
import { createServiceEngine } from './service.ts'

let close = () => {}
afterEach(() => close())

it('skips an event that a service would refuse, and hands over the others of its batch', async () => {
  const { engine, received, warnings } = await open()
  const data = (bytes: number) => 'é'.repeat(bytes / 2)
  const event = (name: string, bytes: number) => ({
    channels: ['private-user.7', 'private-admin'],
    event: name,
    data: data(bytes),
  })

  await engine.publish([
    event('first', 2),
    event('too-large', EVENT_DATA_BYTES_MAX + 2),
    event('largest', EVENT_DATA_BYTES_MAX),
  ])

  expect(received).toEqual(['first', 'first', 'largest', 'largest'])
  expect(warnings).toEqual([
    'an event too-large of 10242 bytes was not published: services accept at most 10240 bytes',
  ])
})

async function open() {
  const received: string[] = []
  const warnings: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { batch } = JSON.parse(Buffer.concat(chunks).toString()) as {
      batch: Array<{ name: string; data: string }>
    }
    const isTooLarge = batch.some(({ data }) => Buffer.byteLength(data) > EVENT_DATA_BYTES_MAX)
    if (!isTooLarge) received.push(...batch.map(({ name }) => name))
    response.writeHead(isTooLarge ? 413 : 200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => void server.close()
  const { port } = server.address() as AddressInfo
  const apiUrl = new URL(`http://127.0.0.1:${port}`)
  const engine = createServiceEngine(readConfig({}).realtime, apiUrl, (_error, what) =>
    warnings.push(what),
  )
  return { engine, received, warnings }
}
