/** H1: clients that send byte by byte are disconnected, and other clients notice nothing. */
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { IMPORT_ZIP_BYTES_MAX } from '#contract/limits.ts'
import { countBypasses } from '#tests/kit/cache-bypass.ts'
import { type Live, openLive } from '#tests/kit/live.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { exchange, request } from './raw.ts'

const CLIENTS = volume(12, 40)
/** A URL served from the response cache from the second request on. */
const CACHED = '/api/products?limit=1'
/**
 * How long the server may take to disconnect a client, in milliseconds: far above the 8 s for headers or a body and the
 * second until the server notices, because a shared machine may take longer.
 */
const CUT_MS = 60_000

describeShop('a client that is slow', (shop) => {
  let live: Live
  let token = ''

  beforeAll(async () => {
    live = await openLive(shop.db)
    token = (await shop.customer()).token
  })

  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => live.close())

  it('with its headers or its body is disconnected, and normal calls continue', {
    timeout: 120_000,
  }, async () => {
    const bearer = { authorization: `Bearer ${token}` }
    const json = { 'content-type': 'application/json', 'content-length': '1000' }
    const kinds: Record<string, string> = {
      'slow headers': 'GET /api/config HTTP/1.1\r\nhost: x\r\n',
      'slow headers of an upgrade': 'GET /app/barq HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n',
      'a slow body': request('POST', '/api/auth/login', json),
      'a slow body behind a token': request('POST', '/api/user/cart', { ...json, ...bearer }),
      'a slow body in chunks': request('POST', '/api/auth/login', {
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      }),
      'a slow body to an unknown route': request('POST', '/api/nothing', json),
      'a slow body without a token': request('POST', '/api/user/cart', json),
      'a slow body of a GET': request('GET', '/api/config', {
        ...json,
        connection: 'keep-alive',
      }),
      'a slow body of a GET served from the cache': request('GET', CACHED, {
        ...json,
        connection: 'keep-alive',
      }),
    }
    await exchange(live.port, request('GET', CACHED))
    const known = await countBypasses(() => exchange(live.port, request('GET', CACHED)))
    expect(known.bypassCache).toBe(0)
    if (!IS_FULL) shortenLimits(live)
    const each = Math.ceil(CLIENTS / Object.keys(kinds).length)
    const attacks = Object.entries(kinds).flatMap(([kind, bytes]) =>
      Array.from({ length: each }, async () => {
        const piece = kind.startsWith('slow headers')
          ? 'x: y\r\n'
          : kind.includes('chunks')
            ? '1\r\na\r\n'
            : 'a'
        const keepSending = { piece, everyMs: 700 }
        return { kind, answer: await exchange(live.port, bytes, { waitMs: CUT_MS, keepSending }) }
      }),
    )
    const failed = await failedCalls(live, () => Promise.all(attacks))

    const ended = await Promise.all(attacks)
    const open = ended.filter(({ answer }) => !answer.isClosed).map(({ kind }) => kind)
    expect(open).toEqual([])
    for (const { kind, answer } of ended) expect(statusesOf(kind), kind).toContain(answer.status)
    expect(failed).toBe(0)
  })

  it.runIf(IS_FULL)('to send a first or another request is disconnected', async () => {
    const proxied = await openLive(shop.db, { config: { trustProxy: true } })
    const mute = Promise.all(
      Array.from({ length: 20 }, () => exchange(live.port, '', { waitMs: CUT_MS })),
    )
    const idle = await idleConnections(live, CLIENTS)
    const ofProxy = await idleConnections(proxied, 5)
    const times = Promise.all(idle.map(({ closed }) => closed))
    const failed = await failedCalls(live, () => Promise.all([mute, times]))

    expect((await mute).filter(({ isClosed }) => !isClosed)).toEqual([])
    const last = Math.max(...(await times))
    expect(last).toBeLessThan(CUT_MS)
    // The proxy must close idle connections: if the server did just as a request arrived, the customer would get a 502.
    expect(ofProxy.filter(({ socket }) => socket.closed)).toEqual([])
    expect(failed).toBe(0)
    await proxied.close()
  })

  it('to be answered, because a picture waits to be encoded, is not disconnected', async () => {
    const create = { width: 1000, height: 1000, channels: 3, background: 'red' } as const
    const picture = multipart('image', await sharp({ create }).png().toBuffer())
    const arrived = new Promise<Socket>((resolve) => {
      live.app.server.once('request', ({ socket }) => resolve(socket))
    })
    const answer = fetch(`${live.url}/api/auth/upload_images`, {
      method: 'POST',
      headers: { ...picture.headers, authorization: `Bearer ${token}` },
      body: new Uint8Array(picture.payload),
    })
    const socket = await arrived
    const silences = new Set<number | undefined>()
    const watching = setInterval(() => silences.add(socket.timeout), 1)

    const { status } = await answer
    clearInterval(watching)

    expect(status).toBe(200)
    expect([...silences]).toContain(60_000)
  })

  it('to send a catalog has the time that the largest takes at 1 Mbit/s; a stranger has a minute', async () => {
    const { token: owner } = await shop.admin()
    const times = vi.spyOn(globalThis, 'setTimeout')
    const longest = () => Math.max(...times.mock.calls.map(([, ms]) => ms ?? 0))
    const begin = (bearer: string, waitMs: number) =>
      exchange(
        live.port,
        request('POST', '/api/admin/products/imports?mode=check', {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '1000',
          authorization: `Bearer ${bearer}`,
        }),
        { waitMs },
      )
    expect((await begin('nobody', 30_000)).status).toBe(401)
    expect(longest()).toBe(60_000)
    await begin(owner, 1_000)
    await expect.poll(longest).toBe(Math.ceil(IMPORT_ZIP_BYTES_MAX / 125))
    expect(live.app.server.requestTimeout).toBeGreaterThan(longest())
  })
})

function statusesOf(kind: string): number[] {
  if (kind.includes('GET')) return [200]
  return kind.includes('without a token') ? [401] : [408]
}

/** Turns the server's limits of eight seconds into one second. */
function shortenLimits({ app }: Live): void {
  Object.assign(app.server, { headersTimeout: 1_000, keepAliveTimeout: 1_000 })
  const set = globalThis.setTimeout
  const shorter = (run: () => void, ms?: number) => set(run, ms === 8_000 ? 1_000 : ms)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shorter as typeof setTimeout)
}

/**
 * Sends ordinary requests, one after another, until the work is done.
 * @returns the number of failed requests.
 */
async function failedCalls(live: Live, until: () => Promise<unknown>) {
  let isDone = false
  const done = until().finally(() => {
    isDone = true
  })
  let failed = 0
  while (!isDone) {
    const reply = await fetch(`${live.url}/api/products?limit=1`).catch(() => null)
    await reply?.arrayBuffer()
    if (!reply?.ok) failed++
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await done
  return failed
}

interface Idle {
  socket: Socket
  /** Resolves to the time between the response and the close, in milliseconds. */
  closed: Promise<number>
}

/** Opens connections that each send one request and stay idle after its response. */
function idleConnections(live: Live, count: number): Promise<Idle[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Idle>((resolve, reject) => {
          const socket = connect(live.port, '127.0.0.1', () => {
            socket.write(request('GET', '/healthz', { connection: 'keep-alive' }))
          })
          socket.on('error', reject)
          socket.once('data', () => {
            const began = performance.now()
            const closed = new Promise<number>((end) =>
              socket.once('close', () => end(performance.now() - began)),
            )
            resolve({ socket, closed })
          })
        }),
    ),
  )
}
