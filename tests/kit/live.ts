/**
 * A shop that listens on real ports, and clients for its sockets: the official ones and a raw one.
 */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pusherJs, { type Options } from 'pusher-js'
import pusherJs7 from 'pusher-js-7'
import { WebSocket } from 'ws'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type {
  RealtimeLimits,
  RealtimeSettings,
} from '#server/platform/realtime/realtime.settings.ts'

/** The packages' types export the classes as `default`, but in Node the import is the class itself. */
const Pusher = pusherJs as unknown as typeof pusherJs.default
const Pusher7 = pusherJs7 as unknown as typeof pusherJs7.default
type Pusher = InstanceType<typeof Pusher>
type Pusher7 = InstanceType<typeof Pusher7>

export const SECRET = 'a secret that all processes of the tests share'

export interface Live {
  app: FastifyInstance
  port: number
  realtimePort: number
  /** The address of the HTTP API. */
  url: string
  close(): Promise<void>
}

export interface LiveOptions {
  realtime?: Partial<RealtimeSettings>
  limits?: Partial<RealtimeLimits>
  config?: Partial<Config>
  /** Settings as a shop's owner would set them. */
  env?: Record<string, string>
  /** Ports to reuse after a restart; free ones by default. */
  port?: number
  realtimePort?: number
}

/** Another process of the shop on the same database, listening on loopback. */
export async function openLive(db: Database, options: LiveOptions = {}): Promise<Live> {
  const config = readConfig({
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    AUTO_CONFIRM_AFTER: 'off',
    UNPAID_ORDERS_MAX: 'off',
    // Most tests order without an address; addresses have tests of their own.
    ADDRESS: 'later',
    REALTIME_APP_SECRET: SECRET,
    ...options.env,
  })
  const limits = { ...config.realtime.limits, ...options.limits }
  const realtime = { ...config.realtime, ...options.realtime, limits }
  const app = await createApp({ ...config, ...options.config, realtime }, db)
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  const { port } = app.server.address() as AddressInfo
  const at = { host: '127.0.0.1', port: options.realtimePort ?? 0 }
  const realtimePort = await app.realtime.listen(at)
  return { app, port, realtimePort, url: `http://127.0.0.1:${port}`, close: () => app.close() }
}

export interface Sent {
  token?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  text?: string
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
  body: any
}

/** Makes a call over HTTP: `ask(live, 'POST /api/user/cart', {token, body})`. */
export async function ask(live: Pick<Live, 'url'>, call: string, sent: Sent = {}): Promise<Reply> {
  const [method = '', path = ''] = call.split(' ')
  const body = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const answer = await fetch(live.url + path, {
    method,
    headers: {
      ...(sent.token && { authorization: `Bearer ${sent.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** The options in the specification, and nothing else. */
function clientOptions(live: Pick<Live, 'url' | 'realtimePort'>, token: string) {
  return {
    wsHost: '127.0.0.1',
    wsPort: live.realtimePort,
    forceTLS: false,
    enabledTransports: ['ws' as const, 'wss' as const],
    cluster: 'mt1',
    authEndpoint: `${live.url}/broadcasting/auth`,
    auth: { headers: { Authorization: `Bearer ${token}` } },
  }
}

/** Clients that tests have opened, so that none is left open. */
const opened: Array<{ disconnect(): void }> = []

export function disconnectAll(): void {
  for (const client of opened.splice(0)) client.disconnect()
}

export function pusher8(
  live: Pick<Live, 'url' | 'realtimePort'>,
  token: string,
  options: Partial<Options> & { key?: string } = {},
): Pusher {
  const { key = 'barq', ...rest } = options
  const userAuthentication = {
    endpoint: `${live.url}/broadcasting/user-auth`,
    transport: 'ajax' as const,
    headers: { Authorization: `Bearer ${token}` },
  }
  const client = new Pusher(key, { ...clientOptions(live, token), userAuthentication, ...rest })
  opened.push(client)
  return client
}

export function pusher7(live: Pick<Live, 'url' | 'realtimePort'>, token: string): Pusher7 {
  const client = new Pusher7('barq', clientOptions(live, token))
  opened.push(client)
  return client
}

/** The next payload of an event; rejects with the event's name if none arrives within `ms`. */
export function heard<T = unknown>(
  source: { bind(event: string, listener: (data: T) => void): unknown },
  event: string,
  ms = 60_000,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${event} did not arrive within ${ms} ms`)), ms)
    source.bind(event, (data) => {
      clearTimeout(timer)
      resolve(data)
    })
  })
}

export interface Frame {
  event: string
  channel?: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
  data?: any
}

/** A raw socket that keeps every frame it receives. */
export class RawClient {
  readonly socket: WebSocket
  readonly frames: Frame[] = []
  socketId = ''
  #waiting: Array<() => void> = []
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(
    address: string,
    options: { origin?: string; headers?: Record<string, string>; localAddress?: string } = {},
  ) {
    this.socket = new WebSocket(address, { perMessageDeflate: false, ...options })
    this.socket.on('error', () => {})
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)))
      for (const look of this.#waiting) look()
    })
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    opened.push({ disconnect: () => this.socket.terminate() })
  }

  /** Connects and waits for its socket id. */
  static async connect(
    live: Pick<Live, 'realtimePort'>,
    query = 'protocol=7',
    ms?: number,
  ): Promise<RawClient> {
    const client = new RawClient(`ws://127.0.0.1:${live.realtimePort}/app/barq?${query}`)
    const frame = await client.next('pusher:connection_established', ms)
    client.socketId = JSON.parse(frame.data).socket_id
    return client
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** Takes the first frame with this event; waits if there is none yet. */
  next(event: string, ms = 60_000): Promise<Frame> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const received = this.frames.map((frame) => frame.event).join(', ')
        reject(new Error(`${event} did not arrive within ${ms} ms; received: ${received}`))
      }, ms)
      const look = () => {
        const index = this.frames.findIndex((frame) => frame.event === event)
        const [frame] = index < 0 ? [] : this.frames.splice(index, 1)
        if (!frame) return
        clearTimeout(timer)
        this.#waiting = this.#waiting.filter((other) => other !== look)
        resolve(frame)
      }
      this.#waiting.push(look)
      look()
    })
  }

  /** Asks the shop for a signature. */
  async authorize(
    live: Pick<Live, 'url'>,
    token: string,
    channel: string,
  ): Promise<{ status: number; auth: string }> {
    const { status, body } = await ask(live, 'POST /broadcasting/auth', {
      token,
      body: { socket_id: this.socketId, channel_name: channel },
    })
    return { status, auth: body.auth ?? '' }
  }

  /** Authorizes and subscribes, and waits until the subscription succeeded. */
  async subscribe(
    live: Pick<Live, 'url'>,
    token: string,
    channel: string,
    ms?: number,
  ): Promise<void> {
    const { auth } = await this.authorize(live, token, channel)
    await this.join(channel, ms, auth)
  }

  /** Subscribes, to a public channel without a signature, and waits until that succeeded. */
  async join(channel: string, ms?: number, auth = ''): Promise<void> {
    this.send({ event: 'pusher:subscribe', data: { channel, auth } })
    await this.next('pusher_internal:subscription_succeeded', ms)
  }

  /** Waits until the shop has answered everything that was sent before. */
  async ping(): Promise<void> {
    this.send({ event: 'pusher:ping', data: {} })
    await this.next('pusher:pong')
  }
}
