/**
 * Sends frames that no client should send, 100,000 at full volume. The process must survive, and respond to sockets or
 * close them.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { disconnectAll, RawClient } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const FRAMES = volume(1_000, 100_000)
const SOCKETS = 20

const EVENTS = [
  'pusher:subscribe',
  'pusher:unsubscribe',
  'pusher:signin',
  'pusher:ping',
  'pusher:pong',
  'pusher:error',
  'pusher:connection_established',
  'pusher_internal:subscription_succeeded',
  'client-x',
  '__proto__',
  'constructor',
  'toString',
  '',
]
const KEYS = ['event', 'data', 'channel', 'auth', 'channel_data', 'user_data', '__proto__', 'id']

const channel = fc.constantFrom(
  'a',
  'private-user.1',
  'private-admin',
  '#server-to-user-1',
  'presence-a',
  'x'.repeat(300),
  '\u0000',
  ':',
)
const scalar = fc.oneof(
  fc.constantFrom<unknown>(...EVENTS),
  channel,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string(),
  fc.double(),
)
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...KEYS), scalar, { maxKeys: 5 }) },
)
const message = fc.record({ event: value, data: value, channel: value }, { requiredKeys: [] })
const text = fc.oneof(
  { weight: 6, arbitrary: message.map((frame) => JSON.stringify(frame)) },
  { weight: 2, arbitrary: message.map((frame) => JSON.stringify(frame).slice(0, -2)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[]',
      'null',
      '1e400',
      '"text"',
      '{"event":"pusher:subscribe","data":null}',
      '{"event":{"toString":null}}',
      '{"__proto__":{"polluted":1},"event":"pusher:ping"}',
      '{"event":"pusher:ping","event":"pusher:signin"}',
      '{"event":"pusher:subscribe","data":"{\\"channel\\":\\"b\\",\\"auth\\":\\"\\"}"}',
    ),
  },
)
/** Frames sent only rarely, because each costs a connection or many bytes. */
const RARE: Array<(socket: WebSocket) => void> = [
  (socket) => socket.send('['.repeat(10_000)),
  (socket) => socket.send(`{"event":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
  (socket) => socket.send('x'.repeat(64 * 1024 + 1)),
  (socket) =>
    socket.send(
      JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'y'.repeat(60_000) } }),
    ),
  (socket) => socket.send(Buffer.from([1, 2, 3]), { binary: true }),
  (socket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
  (socket) => {
    socket.send('{"event":', { fin: false })
    socket.send('"pusher:ping"}', { fin: true })
  },
  (socket) => socket.ping('x'.repeat(125)),
  (socket) => socket.close(4999, 'y'.repeat(100)),
  (socket) => socket.terminate(),
]

describeShop('frame fuzz', (shop) => {
  // This test covers the contents of frames; floods.test.ts covers their number.
  const limits = { upgradesAtOnce: 100_000, framesAtOnce: Number.POSITIVE_INFINITY }
  const live = liveForSuite(shop, { limits })
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  beforeAll(() => {
    process.on('unhandledRejection', note)
    process.on('uncaughtExceptionMonitor', note)
  })
  afterAll(() => {
    process.off('unhandledRejection', note)
    process.off('uncaughtExceptionMonitor', note)
  })

  it(`${FRAMES} frames`, async () => {
    const frames = fc.sample(text, { numRuns: 10_000, seed: 7 })
    const allowed = new Set([1000, 1003, 1005, 1006, 1007, 1009, 4009, 4999])
    const closes = new Map<number, number>()
    let errors = 0

    async function attack(lane: number, from: number, to: number): Promise<void> {
      let client: RawClient | null = null
      for (let index = from + lane; index < to; index += SOCKETS) {
        if (!client || client.socket.readyState !== client.socket.OPEN) {
          client = await RawClient.connect(live)
          const opened = client
          void client.closed.then(({ code }) => {
            closes.set(code, (closes.get(code) ?? 0) + 1)
            errors += opened.frames.filter(({ event }) => event === 'pusher:error').length
          })
        }
        const rare = index % 500 === 0 ? RARE[(index / 500) % RARE.length] : undefined
        if (rare) rare(client.socket)
        else client.socket.send(frames[(index * 7) % frames.length] ?? '')
        // Pauses often enough for responses to be read, but rarely enough for frames to arrive in bursts.
        if (index % 100 === lane) await new Promise((resolve) => setImmediate(resolve))
      }
      client?.socket.close()
      await client?.closed
    }

    const lanes = Array.from({ length: SOCKETS }, (_, lane) => lane)
    await Promise.all(lanes.map((lane) => attack(lane, 0, FRAMES / 2)))
    await Promise.all(lanes.map((lane) => attack(lane, FRAMES / 2, FRAMES)))

    expect(failures).toEqual([])
    expect(errors).toBeGreaterThan(FRAMES / 100)
    for (const code of closes.keys()) expect([code, allowed.has(code)]).toEqual([code, true])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    disconnectAll()
    await expect
      .poll(() => live.app.realtime.figures(), { timeout: 60_000 })
      .toMatchObject({ connections: 0, channels: 0 })
    const survivor = await RawClient.connect(live)
    await survivor.ping()
  })

  it('answers an unknown frame with pusher:error only, and keeps the socket', async () => {
    const client = await RawClient.connect(live)
    for (const frame of ['', 'x', '[]', '5', '{}', '{"event":5}', '{"event":"pusher:nonsense"}']) {
      client.send(frame)
      const { data } = await client.next('pusher:error')
      expect(data).toMatchObject({ code: null })
    }
    await client.ping()
  })
})
