/** The signed HTTP API with the official `pusher` package, and an outside service in its place. */
import { createHash, createHmac } from 'node:crypto'
import PusherServer from 'pusher'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import {
  disconnectAll,
  heard,
  type Live,
  openLive,
  pusher8,
  RawClient,
  SECRET,
} from '#tests/kit/live.ts'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('signed HTTP API', (shop) => {
  let live: Live
  let server: PusherServer
  beforeAll(async () => {
    live = await openLive(shop.db, { realtime: { httpApi: 'loopback' } })
    server = publisher(live.realtimePort)
  })
  afterEach(disconnectAll)
  afterAll(() => live.close())

  const publisher = (port: number, change: object = {}) =>
    new PusherServer({
      appId: 'barq',
      key: 'barq',
      secret: SECRET,
      host: '127.0.0.1',
      port: String(port),
      useTLS: false,
      ...change,
    })

  async function subscriber(channel: string): Promise<RawClient> {
    const client = await RawClient.connect(live)
    client.send({ event: 'pusher:subscribe', data: { channel, auth: '' } })
    await client.next('pusher_internal:subscription_succeeded')
    return client
  }

  it('trigger reaches pusher-js, whatever the text', async () => {
    const channel = pusher8(live, '').subscribe('news')
    await heard(channel, 'pusher:subscription_succeeded')
    for (const data of [
      { text: 'برق ⚡ 😀' },
      { text: 'a&b=c, d+e %41 "quoted"' },
      [1],
      'plain',
      '',
    ]) {
      const item = heard(channel, 'item')
      await server.trigger('news', 'item', data)
      expect(await item).toEqual(data)
      channel.unbind('item')
    }
  })

  it('sends data unchanged, to every channel named', async () => {
    const [first, second] = [await subscriber('one'), await subscriber('two')]
    await server.trigger(['one', 'two'], 'item', { a: 1 })
    expect(await first.next('item')).toEqual({ event: 'item', channel: 'one', data: '{"a":1}' })
    expect(await second.next('item')).toMatchObject({ channel: 'two' })
  })

  it('triggerBatch delivers in order; sendToUser reaches only the signed-in user', async () => {
    const client = await subscriber('batch')
    await server.triggerBatch(
      [1, 2, 3].map((data) => ({ channel: 'batch', name: `n${data}`, data })),
    )
    for (const name of ['n1', 'n2', 'n3']) await client.next(name)
    const person = await shop.customer()
    const signedIn = pusher8(live, person.token)
    signedIn.signin()
    await heard(signedIn, 'pusher:signin_success')
    await expect
      .poll(async () => (await asJson(server.get({ path: '/channels' }))).channels)
      .toHaveProperty([`#server-to-user-${person.id}`])
    const hello = heard(signedIn.user, 'hello')
    await server.sendToUser(String(person.id), 'hello', { to: 'you' })
    expect(await hello).toEqual({ to: 'you' })
  })

  it('excludes the socket that is named', async () => {
    const [author, reader] = [await subscriber('chat'), await subscriber('chat')]
    await server.trigger('chat', 'said', 'x', { socket_id: author.socketId })
    await reader.next('said')
    author.send({ event: 'pusher:ping', data: {} })
    await author.next('pusher:pong')
    expect(author.frames).toEqual([])
  })

  it('lists the subscribed channels and their subscription counts', async () => {
    await Promise.all([subscriber('info-a'), subscriber('info-a'), subscriber('info-b')])
    const params = { filter_by_prefix: 'info-', info: 'subscription_count,user_count' }
    expect(await asJson(server.get({ path: '/channels', params }))).toEqual({
      channels: { 'info-a': { subscription_count: 2 }, 'info-b': { subscription_count: 1 } },
    })
    expect(
      await asJson(
        server.get({ path: '/channels/info-a', params: { info: 'subscription_count' } }),
      ),
    ).toEqual({ occupied: true, subscription_count: 2 })
    expect(await asJson(server.get({ path: '/channels/nobody' }))).toEqual({ occupied: false })
    expect(
      await asJson(server.trigger('info-b', 'x', 'y', { info: 'subscription_count' })),
    ).toEqual({ channels: { 'info-b': { subscription_count: 1 } } })
    // Signed before it is percent-encoded.
    const spaced = { filter_by_prefix: 'info- b' }
    expect(await asJson(server.get({ path: '/channels', params: spaced }))).toEqual({
      channels: {},
    })
  })

  it('terminate_connections ends the user for pusher-js', async () => {
    const person = await shop.customer()
    const client = pusher8(live, person.token)
    client.signin()
    await heard(client, 'pusher:signin_success')
    const gone = heard(client.connection, 'disconnected')
    await server.terminateUserConnections(String(person.id))
    await gone
  })

  it('accepts 10,240 bytes of data and not one more; names of 200 characters', async () => {
    const client = await subscriber('c'.repeat(200))
    await server.trigger('c'.repeat(200), 'e'.repeat(200), 'é'.repeat(5_120))
    expect((await client.next('e'.repeat(200))).data).toHaveLength(5_120)
    await expect(server.trigger('news', 'x', `${'é'.repeat(5_120)}a`)).rejects.toMatchObject({
      status: 413,
    })
  })

  it.each([
    ['no name', { channel: 'a', data: 'x' }],
    ['data that is no text', { name: 'a', channel: 'a', data: { x: 1 } }],
    ['no channel', { name: 'a', data: 'x' }],
    ['101 channels', { name: 'a', data: 'x', channels: Array(101).fill('a') }],
    ['a name that is none', { name: 'a', data: 'x', channel: 'a b' }],
    ['a long name', { name: 'a', data: 'x', channel: 'a'.repeat(201) }],
    ['a socket id that is none', { name: 'a', data: 'x', channel: 'a', socket_id: '1:2' }],
  ])('%s is a 400', async (_what, body) => {
    await expect(server.post({ path: '/events', body } as never)).rejects.toMatchObject({
      status: 400,
    })
  })

  it('eleven events in a batch are a 400, another app a 404', async () => {
    const batch = Array.from({ length: 11 }, () => ({ channel: 'a', name: 'a', data: '1' }))
    await expect(server.triggerBatch(batch)).rejects.toMatchObject({ status: 400 })
    const other = publisher(live.realtimePort, { appId: 'other' })
    await expect(other.trigger('a', 'a', '1')).rejects.toMatchObject({ status: 404 })
  })

  describe('the signature', () => {
    const body = JSON.stringify({ name: 'n', channel: 'news', data: '1' })

    interface Call {
      path: string
      query: Record<string, string>
      body: string
    }

    function rightCall(seconds = 0): Call {
      const path = '/apps/barq/events'
      const query: Record<string, string> = {
        auth_key: 'barq',
        auth_timestamp: String(Math.floor(Date.now() / 1000) + seconds),
        auth_version: '1.0',
        body_md5: createHash('md5').update(body).digest('hex'),
      }
      const text = `POST\n${path}\n${joined(query)}`
      const signature = createHmac('sha256', SECRET).update(text).digest('hex')
      return { path, query: { ...query, auth_signature: signature }, body }
    }

    async function send(call: Call): Promise<number> {
      const address = `http://127.0.0.1:${live.realtimePort}${call.path}?${joined(call.query)}`
      return (await fetch(address, { method: 'POST', body: call.body })).status
    }

    it('is accepted as the protocol describes it, and again within its time', async () => {
      const call = rightCall()
      expect(await send(call)).toBe(200)
      expect(await send(call)).toBe(200)
    })

    it('one changed bit in any part is a 401', async () => {
      const call = rightCall()
      const withQuery = (change: object): Call => ({
        ...call,
        query: { ...call.query, ...change },
      })
      for (const [name, value] of Object.entries(call.query)) {
        const bent = value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')
        expect([name, await send(withQuery({ [name]: bent }))]).toEqual([name, 401])
        const { [name]: _, ...query } = call.query
        expect([name, await send({ ...call, query })]).toEqual([name, 401])
      }
      const upper = call.query.auth_signature?.toUpperCase()
      expect(await send(withQuery({ auth_signature: upper }))).toBe(401)
      expect(await send(withQuery({ info: 'subscription_count' }))).toBe(401)
      expect(await send({ ...call, body: body.replace('"1"', '"2"') })).toBe(401)
      expect(await send({ ...call, body: `${body} ` })).toBe(401)
      expect(await send({ ...call, path: '/apps/barq/batch_events' })).toBe(401)
    })

    it('is valid for ten minutes on either side', async () => {
      for (const seconds of [-590, 590]) expect(await send(rightCall(seconds))).toBe(200)
      for (const seconds of [-610, 610]) expect(await send(rightCall(seconds))).toBe(401)
    })

    it('a parameter that comes twice is a 400', async () => {
      const call = rightCall()
      const query = { ...call.query, auth_version: '1.0&auth_version=1.0' }
      expect(await send({ ...call, query })).toBe(400)
    })
  })

  it('is closed to forwarded requests, open to them only when it is public, and off by default', async () => {
    const signed = server.createSignedQueryString({
      method: 'GET',
      path: '/apps/barq/channels',
    } as never)
    const ask = (port: number, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/apps/barq/channels?${signed}`, { headers })
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await ask(live.realtimePort)).status).toBe(200)
    expect((await ask(live.realtimePort, forwarded)).status).toBe(404)
    expect((await ask(live.port)).status).toBe(404)
    const open = await openLive(shop.db, { realtime: { httpApi: 'public' } })
    expect((await ask(open.realtimePort, forwarded)).status).toBe(200)
    await open.close()
    expect(readConfig({}).realtime.httpApi).toBe('off')
  })

  it('the shop publishes to an outside service when one is configured', async () => {
    const person = await shop.customer()
    const product = await shop.product()
    // Another Barq acts as the service here: the test is that the official package reaches it.
    const serviceUrl = new URL(`http://127.0.0.1:${live.realtimePort}`)
    const front = await openLive(shop.db, { realtime: { serviceUrl } })
    const client = pusher8({ url: front.url, realtimePort: live.realtimePort }, person.token)
    const channel = client.subscribe(`private-user.${person.id}`)
    await heard(channel, 'pusher:subscription_succeeded')
    client.signin()
    await heard(client, 'pusher:signin_success')
    const headers = {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    }
    const item = heard(channel, 'my-event')
    await fetch(`${front.url}/api/user/cart`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ cart: product }),
    })
    expect(await item).toMatchObject({ id: product, seq: 1 })
    const gone = heard(client.connection, 'disconnected')
    await fetch(`${front.url}/api/auth/logout`, { method: 'POST', headers, body: '{}' })
    await gone
    await front.close()
  })
})

/** The parameters as in a URL, sorted, as every signature covers them. */
function joined(query: Record<string, string>): string {
  const pairs = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))
  return pairs.map((pair) => pair.join('=')).join('&')
}

// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
async function asJson(reply: Promise<{ json(): Promise<unknown> }>): Promise<any> {
  return (await reply).json()
}
