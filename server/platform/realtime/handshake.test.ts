/** Connecting: the official clients on both ports, and every reason to be refused. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import {
  disconnectAll,
  echo,
  heard,
  type Live,
  openLive,
  Pusher,
  pusher7,
  pusher8,
  RawClient,
} from '#tests/kit/live.ts'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('real-time handshake', (shop) => {
  let live: Live
  beforeAll(async () => {
    live = await openLive(shop.db, {
      config: { publicUrl: 'https://shop.example', corsOrigins: [] },
    })
  })
  afterEach(disconnectAll)
  afterAll(() => live.close())

  const open = (path: string, options = {}) =>
    new RawClient(`ws://127.0.0.1:${live.realtimePort}${path}`, options)

  describe('official clients with the options of the specification', () => {
    it('pusher-js 8 connects, subscribes and receives a cart item', async () => {
      const [person, product] = [await shop.customer(), await shop.product()]
      const client = pusher8(live, person.token)
      const channel = client.subscribe(`private-user.${person.id}`)
      await heard(channel, 'pusher:subscription_succeeded')
      expect(client.connection.state).toBe('connected')
      const item = heard<{ id: number; seq: number }>(channel, 'my-event')
      await addToCart(live, person.token, product)
      expect(await item).toMatchObject({ id: product, quantity: 1, isRead: false, seq: 1 })
    })

    it('pusher-js 7 does the same', async () => {
      const [person, product] = [await shop.customer(), await shop.product()]
      const channel = pusher7(live, person.token).subscribe(`private-user.${person.id}`)
      await heard(channel, 'pusher:subscription_succeeded')
      const item = heard(channel, 'my-event')
      await addToCart(live, person.token, product)
      expect(await item).toMatchObject({ id: product, seq: 1 })
    })

    it('laravel-echo does the same', async () => {
      const [person, product] = [await shop.customer(), await shop.product()]
      const channel = echo(live, person.token).private(`user.${person.id}`)
      await new Promise<void>((resolve) => channel.subscribed(resolve))
      const item = new Promise((resolve) => channel.listen('.my-event', resolve))
      await addToCart(live, person.token, product)
      expect(await item).toMatchObject({ id: product, seq: 1 })
    })

    it('they find the same endpoint on the HTTP port', async () => {
      const person = await shop.customer()
      const channel = pusher8({ ...live, realtimePort: live.port }, person.token).subscribe(
        `private-user.${person.id}`,
      )
      await heard(channel, 'pusher:subscription_succeeded')
    })
  })

  it('sends the socket id and a positive activity timeout as JSON text', async () => {
    const client = open('/app/barq?protocol=7&client=js&version=8.6.0&flash=false')
    const { data } = await client.next('pusher:connection_established')
    expect(data).toBeTypeOf('string')
    const { socket_id: id, activity_timeout: timeout } = JSON.parse(data)
    expect(id).toMatch(/^\d+\.\d+$/)
    expect(timeout).toBe(120)
  })

  it('gives every connection an id of its own', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => RawClient.connect(live)))
    expect(new Set(clients.map(({ socketId }) => socketId)).size).toBe(50)
  })

  const REFUSED: Array<[path: string, code: number]> = [
    ['/app/wrong?protocol=7', 4001],
    ['/elsewhere?protocol=7', 4005],
    ['/app/barq/more?protocol=7', 4005],
    ['/app/?protocol=7', 4005],
    ['//app/barq?protocol=7', 4005],
    ['/app/barq', 4008],
    ['/app/barq?protocol=seven', 4006],
    ['/app/barq?protocol=', 4006],
    ['/app/barq?protocol=4', 4007],
    ['/app/barq?protocol=8', 4007],
  ]
  it('accepts a wrong path, key or version and then closes with its code', async () => {
    for (const [path, code] of REFUSED) {
      const client = open(path)
      expect([path, (await client.next('pusher:error')).data.code]).toEqual([path, code])
      expect([path, (await client.closed).code]).toEqual([path, code])
    }
  })

  it.each([5, 6, 7])('speaks protocol %i', async (protocol) => {
    await RawClient.connect(live, `protocol=${protocol}`)
  })

  it('refuses a page of another origin for good; accepts the shop and non-browsers', async () => {
    const address = '/app/barq?protocol=7'
    const others = ['https://evil.example', 'https://shop.example.evil.example', 'null']
    for (const origin of others) {
      expect((await open(address, { origin }).closed).code).toBe(4009)
    }
    await open(address, { origin: 'https://shop.example' }).next('pusher:connection_established')
    await open(address).next('pusher:connection_established')
  })

  it('answers ordinary requests on its port with a JSON 404', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/app/barq?protocol=7'],
      ['POST', '/apps/barq/events'],
      ['GET', '/apps/barq/channels'],
      ['DELETE', '/%zz'],
    ] as const) {
      const reply = await fetch(`http://127.0.0.1:${live.realtimePort}${path}`, { method })
      expect([path, reply.status]).toEqual([path, 404])
      expect(await reply.json()).toMatchObject({ error: 'not_found' })
    }
  })

  it('treats an upgrade to anything but WebSocket as an ordinary request', async () => {
    const reply = await rawRequest(
      live.port,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
    )
    expect(reply).toMatch(/^HTTP\/1\.1 200/)
  })

  it('a wrong key stops pusher-js after one attempt', async () => {
    const client = pusher8(live, '', { key: 'wrong' })
    await heard(client.connection, 'disconnected')
    const before = live.app.realtime.figures().connected
    await pause(1_500)
    expect(client.connection.state).toBe('disconnected')
    expect(live.app.realtime.figures().connected).toBe(before)
  })
})

describe('what pusher-js does with a code: the table in docs/realtime.md', () => {
  it('at the handshake: 4001-4009 stop, 4100 and plain codes retry each second, 42xx storm', async () => {
    const [stops, retries, storms] = [
      [4001, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4301],
      [4100, 1001, 1011],
      [4200, 4201],
    ]
    const { attempts, close } = await connectAll([...stops, ...retries, ...storms], false)
    const of = (code: number) => attempts.get(code) ?? 0

    // Why this server never refuses with one of them.
    await expect.poll(() => storms.every((code) => of(code) > 20)).toBe(true)
    expect(retries.filter((code) => of(code) > 4)).toEqual([])
    await expect.poll(() => retries.every((code) => of(code) > 1)).toBe(true)
    expect(stops.filter((code) => of(code) !== 1)).toEqual([])
    close()
  })

  it('after the handshake: 4009 stops, 1001 and the like reconnect after a second', async () => {
    const [stops, retries] = [
      [4001, 4009],
      [4100, 1000, 1001, 1003, 1009, 1011, 1012, 1013],
    ]
    const { attempts, close } = await connectAll([...stops, ...retries], true)
    const of = (code: number) => attempts.get(code) ?? 0

    await expect.poll(() => retries.every((code) => of(code) > 1)).toBe(true)
    expect(retries.filter((code) => of(code) > 4)).toEqual([])
    expect(stops.filter((code) => of(code) !== 1)).toEqual([])
    close()
  })

  /**
   * Connects a client for each code to a server that closes with it, at the handshake or after it.
   * @returns how often each has connected so far.
   */
  async function connectAll(codes: number[], isAfterHandshake: boolean) {
    const attempts = new Map<number, number>()
    const http = createServer()
    const server = new WebSocketServer({ server: http })
    server.on('connection', (socket, request) => {
      const code = Number(/^\/app\/(\d+)/.exec(request.url ?? '')?.[1])
      attempts.set(code, (attempts.get(code) ?? 0) + 1)
      if (isAfterHandshake) {
        const data = JSON.stringify({ socket_id: '1.1', activity_timeout: 120 })
        socket.send(JSON.stringify({ event: 'pusher:connection_established', data }))
        setTimeout(() => socket.close(code), 20)
      } else {
        const data = { code, message: 'refused' }
        if (code >= 4000) socket.send(JSON.stringify({ event: 'pusher:error', data }))
        socket.close(code)
      }
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port: wsPort } = http.address() as AddressInfo
    const options = { wsHost: '127.0.0.1', wsPort, forceTLS: false, cluster: 'mt1' }
    const clients = codes.map(
      (code) => new Pusher(String(code), { ...options, enabledTransports: ['ws'] }),
    )
    return {
      attempts,
      close() {
        for (const client of clients) client.disconnect()
        for (const socket of server.clients) socket.terminate()
        http.close()
      },
    }
  }
})

async function addToCart(live: Live, token: string, product: number): Promise<void> {
  const reply = await fetch(`${live.url}/api/user/cart`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cart: product }),
  })
  expect(reply.status).toBe(200)
}

async function rawRequest(port: number, text: string): Promise<string> {
  const { connect } = await import('node:net')
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
