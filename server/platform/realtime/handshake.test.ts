import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ask, heard, pusher7, RawClient } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('real-time handshake', (shop) => {
  const config = { publicUrl: 'https://shop.example', corsOrigins: [] }
  const live = liveForSuite(shop, { config })

  const open = (path: string, options = {}) =>
    new RawClient(`ws://127.0.0.1:${live.realtimePort}${path}`, options)

  it('pusher-js 7, on the HTTP port, connects, subscribes and receives a cart item', async () => {
    const [person, product] = [await shop.customer(), await shop.product()]
    const client = pusher7({ url: live.url, realtimePort: live.port }, person.token)
    const channel = client.subscribe(`private-user.${person.id}`)
    await heard(channel, 'pusher:subscription_succeeded')
    const item = heard(channel, 'my-event')
    const { token } = person
    const reply = await ask(live, 'POST /api/user/cart', { token, body: { cart: product } })
    expect(reply.status).toBe(200)
    expect(await item).toMatchObject({ id: product, quantity: 1, isRead: false, seq: 1 })
  })

  it('sends the socket id and a positive activity timeout as JSON text', async () => {
    const client = open('/app/barq?protocol=7&client=js&version=8.6.0&flash=false')
    const { data } = await client.next('pusher:connection_established')
    expect(data).toBeTypeOf('string')
    const { socket_id: id, activity_timeout: timeout } = JSON.parse(data)
    expect(id).toMatch(/^\d+\.\d+$/)
    expect(timeout).toBe(120)
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
  it('accepts a wrong path, key or version and closes with its code; speaks 5 to 7', async () => {
    for (const [path, code] of REFUSED) {
      const client = open(path)
      expect([path, (await client.next('pusher:error')).data.code]).toEqual([path, code])
      expect([path, (await client.closed).code]).toEqual([path, code])
    }
    for (const protocol of [5, 6, 7]) await RawClient.connect(live, `protocol=${protocol}`)
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
})

async function rawRequest(port: number, text: string): Promise<string> {
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
