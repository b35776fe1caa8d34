import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { disconnectAll, type Live, openLive, RawClient } from '#tests/kit/live.ts'
import { withLive } from '#tests/kit/live-suite.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const ROUNDS = volume(1, 20)
const CONNECTIONS = volume(50, 500)
const SLUGGARDS = volume(2, 50)

describeShop('sockets', (shop) => {
  afterEach(disconnectAll)

  describe('liveness', () => {
    const limits = { activityMs: 300, pongMs: 600, sweepMs: 50 }

    it('a silent client is pinged, and either kind of pong keeps it; a dead peer is closed with 4201, though it is sent events all the time', () =>
      withLive(shop.db, { limits }, async (live) => {
        const answering = await RawClient.connect(live)
        await answering.next('pusher:ping')
        answering.send({ event: 'pusher:pong', data: {} })
        const client = await RawClient.connect(live)
        await client.join('news')
        client.socket.pong = () => {}
        ;(client.socket as unknown as { _autoPong: boolean })._autoPong = false
        const busy = setInterval(() => {
          void live.app.realtime.publish([{ channels: ['news'], event: 'a', data: '1' }])
        }, 50)
        expect((await client.closed).code).toBe(4201)
        clearInterval(busy)
        // Like browsers, ws responds to control pings by itself.
        answering.frames.length = 0
        await answering.next('pusher:ping')
        expect(answering.socket.readyState).toBe(answering.socket.OPEN)
      }))
  })

  describe('limits', () => {
    it('over capacity is 4100, and a freed place is reused', () =>
      withLive(shop.db, { limits: { connections: 2 } }, async (live) => {
        const [first] = [await RawClient.connect(live), await RawClient.connect(live)]
        const address = `ws://127.0.0.1:${live.realtimePort}/app/barq?protocol=7`
        expect((await new RawClient(address).closed).code).toBe(4100)
        first.socket.close()
        await first.closed
        await RawClient.connect(live)
      }))

    it('frames over 64 KiB close with 1009, binary ones with 1003, bad UTF-8 with 1007', () =>
      withLive(shop.db, {}, async (live) => {
        const [big, binary, bad] = await Promise.all([1, 2, 3].map(() => RawClient.connect(live)))
        big?.send('x'.repeat(64 * 1024 + 1))
        expect((await big?.closed)?.code).toBe(1009)
        binary?.socket.send(Buffer.from('{}'), { binary: true })
        expect((await binary?.closed)?.code).toBe(1003)
        bad?.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
        expect((await bad?.closed)?.code).toBe(1007)
      }))
  })

  it(
    'a client that never reads is cut at 1 MiB and the others receive everything',
    () =>
      withLive(shop.db, {}, async (live) => {
        const sluggards = await Promise.all(
          Array.from({ length: SLUGGARDS }, () => silentReader(live)),
        )
        const witness = await RawClient.connect(live)
        await witness.join('news')
        await expect.poll(() => live.app.realtime.figures().subscriptions).toBe(SLUGGARDS + 1)
        const data = JSON.stringify('x'.repeat(10_000))
        let sent = 0
        // The kernel also buffers data, so it takes a while before the first socket is cut off.
        while (live.app.realtime.figures().cut < SLUGGARDS && sent < 3_000) {
          const message = { channels: ['news'], event: 'much', data }
          await live.app.realtime.publish(Array(20).fill(message))
          sent += 20
          await pause(1)
        }
        expect(live.app.realtime.figures().cut).toBe(SLUGGARDS)
        await expect.poll(() => witness.frames.length, { timeout: 60_000 }).toBe(sent)
        expect(live.app.realtime.figures()).toMatchObject({ connections: 1, subscriptions: 1 })
        for (const socket of sluggards) socket.destroy()
      }),
    60_000,
  )

  it('a client that does not read even a little is cut after its time', () =>
    withLive(
      shop.db,
      { limits: { bufferMs: 300, sweepMs: 50, bufferBytes: 2 ** 30 } },
      async (live) => {
        const socket = await silentReader(live)
        await expect.poll(() => live.app.realtime.figures().subscriptions).toBe(1)
        const data = JSON.stringify('x'.repeat(10_000))
        while (live.app.realtime.figures().cut === 0) {
          const message = { channels: ['news'], event: 'much', data }
          await live.app.realtime.publish(Array(100).fill(message))
        }
        socket.destroy()
      },
    ))

  it(
    `${CONNECTIONS * ROUNDS} connections that come and go, half without a close, leave nothing behind`,
    () =>
      withLive(shop.db, { limits: { upgradesAtOnce: 20_000 } }, async (live) => {
        for (let round = 0; round < ROUNDS; round++) {
          const clients = await Promise.all(
            Array.from({ length: CONNECTIONS }, async (_, index) => {
              const client = await RawClient.connect(live)
              await client.join(`channel-${index % 50}`)
              return client
            }),
          )
          for (const [index, { socket }] of clients.entries()) {
            if (index % 2 === 0) socket.close()
            else socket.terminate()
          }
          await Promise.all(clients.map(({ closed }) => closed))
          disconnectAll()
        }
        await expect
          .poll(() => live.app.realtime.figures())
          .toMatchObject({
            connections: 0,
            channels: 0,
            subscriptions: 0,
            connected: CONNECTIONS * ROUNDS,
          })
      }),
    60_000,
  )

  describe('shutdown', () => {
    it('closes with 1001, one after another, refuses new sockets with 4100 and then ends', async () => {
      const live = await openLive(shop.db)
      const clients = await Promise.all(Array.from({ length: 100 }, () => RawClient.connect(live)))
      const start = performance.now()
      const closing = live.close()
      const late = new RawClient(`ws://127.0.0.1:${live.port}/app/barq?protocol=7`)
      const times = await Promise.all(
        clients.map(async ({ closed }) => {
          expect((await closed).code).toBe(1001)
          return performance.now() - start
        }),
      )
      expect((await late.closed).code).toBe(4100)
      await closing
      // 100 sockets are closed 4 ms apart.
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(250)
      await expect(fetch(live.url)).rejects.toThrow()
    })

    it('does not wait for a client that does not answer the close', async () => {
      const live = await openLive(shop.db)
      const socket = await silentReader(live)
      await live.close()
      socket.destroy()
    })
  })
})

/** A socket that subscribes to `news` and then never reads. */
function silentReader(live: Live): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(live.realtimePort, '127.0.0.1', () => {
      const key = Buffer.alloc(16, 1).toString('base64')
      socket.write(
        `GET /app/barq?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      )
    })
    socket.on('error', reject)
    socket.once('data', () => {
      socket.pause()
      const text = JSON.stringify({
        event: 'pusher:subscribe',
        data: { channel: 'news', auth: '' },
      })
      // A masked frame with a mask of zeros.
      const head = Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0])
      socket.write(Buffer.concat([head, Buffer.from(text)]))
      socket.off('error', reject)
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}
