/** How much a single IP address or socket may use under a shop's real limits. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { disconnectAll, heard, type Live, pusher8, RawClient } from '#tests/kit/live.ts'
import { withLive } from '#tests/kit/live-suite.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

/**
 * The number of sockets that a single address tries to open. It exceeds the limit behind a proxy, and at full volume,
 * it is as many as an attacker once opened.
 */
const FLOOD = volume(250, 1_500)
/** The number of frames sent by the flooding socket, which at full volume is a hundred times its limit. */
const FRAMES = volume(5_000, 20_000)

describeShop('floods', (shop) => {
  afterEach(disconnectAll)

  describe('of sockets', () => {
    it(
      'one address holds 200 behind a proxy, and the others connect',
      () =>
        withLive(shop.db, { env: { TRUST_PROXY: 'on' } }, async (live) => {
          const { opened, refused } = await openMany(live)

          expect(opened).toHaveLength(200)
          expect(refused).toEqual(new Set([4100]))
          expect(live.app.realtime.figures().connections).toBe(200)
          // `::ffff:203.0.113.9` is another spelling of the flooding address.
          expect(await outcomeOf(from(live, '::ffff:203.0.113.9'))).toBe(4100)
          expect(await outcomeOf(from(live, '203.0.113.10'))).toBe('open')
        }),
      60_000,
    )

    it('one address opens a limited number at once and per second; the rest get 4100', async () => {
      const open = (live: Live) => outcomeOf(new RawClient(addressOf(live)))
      const none = { upgradesAtOnce: 20, upgradesPerSecond: 0 }
      await withLive(shop.db, { limits: none }, async (live) => {
        const outcomes = await Promise.all(Array.from({ length: 60 }, () => open(live)))
        expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(20)
        expect(outcomes.filter((outcome) => outcome === 4100)).toHaveLength(40)
      })
      const few = { upgradesAtOnce: 1, upgradesPerSecond: 10 }
      await withLive(shop.db, { limits: few }, async (live) => {
        expect(await open(live)).toBe('open')
        await expect.poll(() => open(live)).toBe('open')
      })
    })

    it('X-Forwarded-For counts only behind a trusted proxy, and then its last address', async () => {
      const limits = { upgradesAtOnce: 1, upgradesPerSecond: 0 }
      await withLive(shop.db, { limits }, async (live) => {
        expect(await outcomeOf(from(live, '203.0.113.1'))).toBe('open')
        expect(await outcomeOf(from(live, '203.0.113.2'))).toBe(4100)
      })
      await withLive(shop.db, { limits, config: { trustProxy: true } }, async (live) => {
        expect(await outcomeOf(from(live, 'spoofed, 203.0.113.1'))).toBe('open')
        expect(await outcomeOf(from(live, 'spoofed, 203.0.113.2'))).toBe('open')
        expect(await outcomeOf(from(live, 'other, 203.0.113.1'))).toBe(4100)
        expect(await outcomeOf(from(live, '2001:db8:1:2::1'))).toBe('open')
        // This address is in the same /64.
        expect(await outcomeOf(from(live, '2001:db8:1:2:3:4:5:6'))).toBe(4100)
      })
    })

    it('a closed socket frees its place, however it was closed', () =>
      withLive(shop.db, { limits: { socketsPerAddress: 2 } }, async (live) => {
        for (const leave of [
          (client: RawClient) => client.socket.close(),
          (client: RawClient) => client.socket.terminate(),
          (client: RawClient) => client.socket.send(Buffer.from('{}'), { binary: true }),
        ]) {
          const clients = [await RawClient.connect(live), await RawClient.connect(live)]
          expect(await outcomeOf(new RawClient(addressOf(live)))).toBe(4100)
          for (const client of clients) {
            leave(client)
            await client.closed
          }
          await expect.poll(() => live.app.realtime.figures().connections).toBe(0)
        }
        // Two sockets can connect but a third cannot, because each slot was released only once.
        await Promise.all([RawClient.connect(live), RawClient.connect(live)])
        expect(await outcomeOf(new RawClient(addressOf(live)))).toBe(4100)
      }))

    it('a wrong key gets its own code, which stops retries, when the address is full', () =>
      withLive(shop.db, { limits: { socketsPerAddress: 1 } }, async (live) => {
        await RawClient.connect(live)
        const wrong = new RawClient(`ws://127.0.0.1:${live.realtimePort}/app/wrong?protocol=7`)
        expect(await outcomeOf(wrong)).toBe(4001)
      }))

    it('a page that finds its address full is connected when a place is free', () =>
      withLive(shop.db, { limits: { socketsPerAddress: 1 } }, async (live) => {
        const first = await RawClient.connect(live)
        const person = await shop.customer()
        const page = pusher8(live, person.token)
        const subscribed = heard(
          page.subscribe(`private-user.${person.id}`),
          'pusher:subscription_succeeded',
          60_000,
        )
        await heard(page.connection, 'error')
        first.socket.close()
        await subscribed
      }))
  })

  describe('of sockets without a subscription', () => {
    const limits = { idleMs: 500, sweepMs: 50 }

    /** Resolves once an unused socket has been closed, which means that the idle time has passed. */
    async function idleTime(live: Live): Promise<void> {
      expect((await (await RawClient.connect(live)).closed).code).toBe(4202)
    }

    it('are closed with 4202 after their time; subscribed or signed-in sockets stay', () =>
      withLive(shop.db, { limits }, async (live) => {
        const person = await shop.customer()
        const [silent, talking, refused, subscribed] = await Promise.all(
          [1, 2, 3, 4].map(() => RawClient.connect(live)),
        )
        subscribed?.send({ event: 'pusher:subscribe', data: { channel: 'news', auth: '' } })
        refused?.send({ event: 'pusher:subscribe', data: { channel: 'private-x', auth: 'no' } })
        const signedIn = pusher8(live, person.token)
        const success = heard(signedIn, 'pusher:signin_success')
        signedIn.signin()
        await success
        const { socket_id: id } = signedIn.connection
        const chatter = setInterval(() => talking?.send({ event: 'pusher:ping', data: {} }), 100)

        for (const gone of [silent, talking, refused]) {
          expect((await gone?.closed)?.code).toBe(4202)
        }
        clearInterval(chatter)
        await idleTime(live)
        expect(subscribed?.socket.readyState).toBe(subscribed?.socket.OPEN)
        expect(signedIn.connection.socket_id).toBe(id)
        expect(live.app.realtime.figures().connections).toBe(2)
        // Leaving the last channel restarts the idle time.
        subscribed?.send({ event: 'pusher:unsubscribe', data: { channel: 'news' } })
        expect((await subscribed?.closed)?.code).toBe(4202)
      }))

    it('a page that subscribes long after it connects receives events, without a storm', () =>
      withLive(shop.db, { limits }, async (live) => {
        const person = await shop.customer()
        const page = pusher8(live, person.token)
        const attempts: number[] = []
        page.connection.bind('connected', () => attempts.push(performance.now()))
        // The page reconnects once per idle time.
        await expect.poll(() => attempts.length).toBeGreaterThanOrEqual(2)
        const channel = page.subscribe(`private-user.${person.id}`)
        await heard(channel, 'pusher:subscription_succeeded')
        const before = attempts.length
        await idleTime(live)

        for (const [index, at] of attempts.entries()) {
          const last = attempts[index - 1] ?? Number.NEGATIVE_INFINITY
          expect(at - last).toBeGreaterThan(limits.idleMs / 2)
        }
        expect(attempts).toHaveLength(before)
      }))
  })

  describe('of frames', () => {
    it('beyond the limit, messages and control pings, are ignored, and the socket is cut off', () =>
      withLive(shop.db, {}, async (live) => {
        const statuses = new Set<number>()
        const endHealth = healthBeside(live, statuses)
        const message = { event: 'pusher:ping', data: {} }
        await Promise.all([
          flood(live, (client) => client.send(message), 100),
          // If more control pings are sent in one piece, the WebSocket library itself terminates the socket.
          flood(live, ({ socket }) => socket.ping(), 1),
        ])
        await endHealth()

        expect([...statuses]).toEqual([200])
        expect(live.app.realtime.figures().connections).toBe(0)
      }))

    it('a client that asks for a hundred channels at once, and then talks, stays', () =>
      withLive(shop.db, {}, async (live) => {
        const client = await RawClient.connect(live)
        for (let index = 0; index < 100; index++) {
          client.send({ event: 'pusher:subscribe', data: { channel: `c${index}`, auth: '' } })
        }
        for (let index = 0; index < 100; index++) {
          await client.next('pusher_internal:subscription_succeeded')
        }
        for (let index = 0; index < 80; index++) {
          await client.ping()
        }
        expect(client.frames).toEqual([])
      }))
  })
})

function addressOf({ realtimePort }: Pick<Live, 'realtimePort'>): string {
  return `ws://127.0.0.1:${realtimePort}/app/barq?protocol=7`
}

function from(live: Live, forwarded: string): RawClient {
  return new RawClient(addressOf(live), { headers: { 'x-forwarded-for': forwarded } })
}

/** @returns `open`, or the socket's close code. */
function outcomeOf(client: RawClient): Promise<'open' | number> {
  return Promise.race([
    client.closed.then(({ code }) => code),
    client.next('pusher:connection_established', 20_000).then(() => 'open' as const),
  ])
}

async function openMany(live: Live) {
  const opened: RawClient[] = []
  const refused = new Set<number>()
  const batch = 50
  for (let start = 0; start < FLOOD; start += batch) {
    const clients = Array.from({ length: batch }, () => from(live, '203.0.113.9'))
    for (const client of clients) {
      const outcome = await outcomeOf(client)
      if (outcome === 'open') opened.push(client)
      else refused.add(outcome)
    }
  }
  return { opened, refused }
}

/** Sends frames until the socket is closed, then checks how many got a response. */
async function flood(
  live: Live,
  send: (client: RawClient) => void,
  inOnePiece: number,
): Promise<void> {
  const client = await RawClient.connect(live)
  let pongs = 0
  client.socket.on('pong', () => pongs++)
  const began = performance.now()
  for (let sent = 0; sent < FRAMES; sent++) {
    if (client.socket.readyState !== client.socket.OPEN) break
    send(client)
    if (sent % inOnePiece === 0) await pause(0)
  }
  const { code } = await client.closed
  const regained = ((performance.now() - began) / 1000) * 20

  const done = client.frames.filter(({ event }) => event === 'pusher:pong').length
  expect(code).toBe(4301)
  // ws itself responds to control pings, up to the one that gets the socket closed.
  expect(done + pongs).toBeLessThanOrEqual(200 + 10 + regained)
  // Ten warnings plus the reason for the close.
  expect(client.frames.filter(({ event }) => event === 'pusher:error')).toHaveLength(11)
}

/**
 * Requests /healthz until stopped and collects the statuses.
 * @returns a function that stops the requests.
 */
function healthBeside(live: Live, statuses: Set<number>): () => Promise<void> {
  let isOver = false
  const asking = (async () => {
    do {
      const reply = await fetch(`${live.url}/healthz`)
      await reply.text()
      statuses.add(reply.status)
    } while (!isOver)
  })()
  return async () => {
    isOver = true
    await asking
  }
}
