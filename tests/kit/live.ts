/** An application listening on real ports, and clients for its sockets: the official ones and a raw one. */
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

/** The types of these packages export the class as `default`, but in Node the import itself is the class. */
const Pusher = pusherJs as unknown as typeof pusherJs.default
const Pusher7 = pusherJs7 as unknown as typeof pusherJs7.default
type Pusher = InstanceType<typeof Pusher>
type Pusher7 = InstanceType<typeof Pusher7>

export const SECRET = 'a secret that all processes of the tests share'

export interface Live {
  app: FastifyInstance
  port: number
  realtimePort: number
  url: string
  close(): Promise<void>
}

export interface LiveOptions {
  realtime?: Partial<RealtimeSettings>
  limits?: Partial<RealtimeLimits>
  config?: Partial<Config>
  env?: Record<string, string>
  /** Free ports by default; set both to reopen on the ports of a closed application. */
  port?: number
  realtimePort?: number
}

/** Opens another application on the same database, as a second process would. */
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
  body?: unknown
  /** Sent unchanged instead of `body`. */
  text?: string
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
  body: any
}

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

/** Exactly the client options in docs/specification.md. */
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

/** Resolves to the data of the next event with this name; rejects if none arrives within `ms`. */
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

/** A raw socket that stores the frames it receives. */
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

  /** Resolves to the first frame with this event, and removes it from `frames`; rejects if none arrives within `ms`. */
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

  /** Subscribes to a channel that requires a signature, and waits until the subscription succeeds. */
  async subscribe(
    live: Pick<Live, 'url'>,
    token: string,
    channel: string,
    ms?: number,
  ): Promise<void> {
    const { auth } = await this.authorize(live, token, channel)
    await this.join(channel, ms, auth)
  }

  /** Subscribes to a channel, with a signature unless it is public, and waits until the subscription succeeds. */
  async join(channel: string, ms?: number, auth = ''): Promise<void> {
    this.send({ event: 'pusher:subscribe', data: { channel, auth } })
    await this.next('pusher_internal:subscription_succeeded', ms)
  }

  /** Waits until the shop has processed everything that this client has sent. */
  async ping(): Promise<void> {
    this.send({ event: 'pusher:ping', data: {} })
    await this.next('pusher:pong')
  }
}
