import PusherServer from 'pusher'
import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ask, heard, openLive, pusher8, RawClient, SECRET } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('signed HTTP API', (shop) => {
  const live = liveForSuite(shop, { realtime: { httpApi: 'loopback' } })
  let server: PusherServer
  beforeAll(() => {
    server = publisher()
  })

  const publisher = (change: object = {}) =>
    new PusherServer({
      appId: 'barq',
      key: 'barq',
      secret: SECRET,
      host: '127.0.0.1',
      port: String(live.realtimePort),
      useTLS: false,
      ...change,
    })

  async function subscriber(channel: string): Promise<RawClient> {
    const client = await RawClient.connect(live)
    await client.join(channel)
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
    await author.ping()
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
    // The official package signs the value before percent-encoding it.
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

  it('eleven events in a batch are a 400, another app a 404, another secret a 401', async () => {
    const batch = Array.from({ length: 11 }, () => ({ channel: 'a', name: 'a', data: '1' }))
    await expect(server.triggerBatch(batch)).rejects.toMatchObject({ status: 400 })
    for (const [change, status] of [
      [{ appId: 'other' }, 404],
      [{ secret: 'other' }, 401],
    ] as const) {
      const other = publisher(change)
      await expect(other.trigger('a', 'a', '1')).rejects.toMatchObject({ status })
    }
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
    // A second Barq plays the service, to test that the official package can reach it.
    const serviceUrl = new URL(`http://127.0.0.1:${live.realtimePort}`)
    const front = await openLive(shop.db, { realtime: { serviceUrl } })
    const client = pusher8({ url: front.url, realtimePort: live.realtimePort }, person.token)
    const channel = client.subscribe(`private-user.${person.id}`)
    await heard(channel, 'pusher:subscription_succeeded')
    client.signin()
    await heard(client, 'pusher:signin_success')
    const item = heard(channel, 'my-event')
    const { token } = person
    await ask(front, 'POST /api/user/cart', { token, body: { cart: product } })
    expect(await item).toMatchObject({ id: product, seq: 1 })
    const gone = heard(client.connection, 'disconnected')
    await ask(front, 'POST /api/auth/logout', { token })
    await gone
    await front.close()
  })
})

// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
async function asJson(reply: Promise<{ json(): Promise<unknown> }>): Promise<any> {
  return (await reply).json()
}
