import { type AddressInfo, createServer } from 'node:net'
import pusherJs from 'pusher-js'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { keepTrying } from './keep-trying.ts'

const Pusher = pusherJs as unknown as typeof pusherJs.default

const ESTABLISHED = JSON.stringify({
  event: 'pusher:connection_established',
  data: JSON.stringify({ socket_id: '1.1', activity_timeout: 120 }),
})

const ATTEMPT_MS = 500

const ends: Array<() => void> = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
})

it('is connected soon after the server is back', async () => {
  const port = await freePort()
  const pusher = new Pusher('barq', {
    cluster: 'mt1',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    unavailableTimeout: ATTEMPT_MS,
  })
  ends.push(() => pusher.disconnect())
  // Ignores assigned values, so that later attempts are just as short.
  const asked: number[] = []
  Object.defineProperty(pusher.connection.options, 'unavailableTimeout', {
    get: () => ATTEMPT_MS,
    set: (ms) => asked.push(ms),
  })
  const changes: string[] = []
  pusher.connection.bind('state_change', ({ previous, current }: Record<string, string>) => {
    changes.push(`${previous} to ${current}`)
  })
  keepTrying(pusher)
  await expect.poll(() => pusher.connection.state).toBe('connecting')
  await expect.poll(() => changes).toContain('unavailable to disconnected')

  open(port)

  await expect.poll(() => pusher.connection.state).toBe('connected')
  // This transition tells connection.ts that the server did not close the connection.
  const ended = changes.filter((change) => change.endsWith('to disconnected'))
  expect(new Set(ended)).toEqual(new Set(['unavailable to disconnected']))
  expect(asked[0]).toBeGreaterThanOrEqual(6_000)
})

function open(port: number): void {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  server.on('connection', (socket) => socket.send(ESTABLISHED))
  ends.push(() => server.close())
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
