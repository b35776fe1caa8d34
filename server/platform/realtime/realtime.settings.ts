import { randomBytes } from 'node:crypto'
import {
  choiceOf,
  countOf,
  type Environment,
  portOf,
  readAll,
  type SettingsGroup,
  urlOf,
} from '../environment.ts'
import type { HttpSettings } from '../http/http.settings.ts'
import { SettingError } from '../start-error.ts'

export interface RealtimeSettings {
  appId: string
  /** The app's key in the Pusher protocol. It is public, because every page contains it. */
  key: string
  /** Signs channel authorizations and HTTP API requests. */
  secret: string
  httpApi: 'off' | 'loopback' | 'public'
  /** The URL of a Pusher-compatible service that replaces the built-in endpoint; null if none. */
  serviceUrl: URL | null
  limits: RealtimeLimits
}

/**
 * The default maximum number of sockets per IP address. If no proxy is trusted, an IP address may belong to a proxy in
 * front of all customers.
 */
const SOCKETS_PER_ADDRESS = { customers: 200, unknownProxy: 2_000 } as const

const REALTIME_LIMITS = {
  /** How long a socket may be silent before it is pinged; sent to clients in seconds. */
  activityMs: 120_000,
  pongMs: 30_000,
  /** How often to check for silent, stalled and idle sockets. */
  sweepMs: 5_000,
  /** The maximum number of open sockets per process. */
  connections: 10_000,
  /** The maximum number of open sockets per IP address, which many customers may share. */
  socketsPerAddress: SOCKETS_PER_ADDRESS.unknownProxy as number,
  /**
   * The maximum number of new sockets per IP address: in a burst, and per second after that. Behind an untrusted proxy,
   * all customers share an address.
   */
  upgradesAtOnce: 5_000,
  upgradesPerSecond: 100,
  /** The maximum number of signatures per session: in a burst, and per second after that. */
  signaturesAtOnce: 3_000,
  signaturesPerSecond: 100,
  channelsPerSocket: 100,
  /**
   * How long a socket may remain without a channel or a signed-in user; equal to `activityMs`. An unused client
   * reconnects once per period and costs little in between.
   */
  idleMs: 120_000,
  /**
   * The maximum number of frames per socket: in a burst, and per second after that. A page subscribing to all its
   * channels stays far below these limits.
   */
  framesAtOnce: 200,
  framesPerSecond: 20,
  excessFramesPerSocket: 10,
  rejectionsPerSocket: 10,
  frameBytes: 64 * 1024,
  /** How many bytes may be buffered for a slow client, and for how long. */
  bufferBytes: 1024 * 1024,
  bufferMs: 30_000,
  /** How often to recheck the sockets' sessions, in case one has expired. */
  recheckMs: 60_000,
  /** The maximum time over which a stopping process closes its sockets. */
  drainMs: 2_000,
}
export type RealtimeLimits = Readonly<typeof REALTIME_LIMITS>

export const REALTIME_SETTINGS: SettingsGroup = {
  title: 'Real time',
  settings: {
    REALTIME_PORT: [
      '6001',
      'the port of the Pusher endpoint, without TLS; the endpoint is also served on the HTTP port',
    ],
    REALTIME_APP_ID: ['barq', "the app's id in the Pusher protocol"],
    REALTIME_APP_KEY: ['barq', "the app's key, which is public, because every page contains it"],
    REALTIME_APP_SECRET:
      "the app's secret; if unset, a random one is generated at each start. It is required in production (at least 32 characters, the same for all processes) and with REALTIME_ENGINE=pusher (the service's secret)",
    REALTIME_CLIENT_URL: "the URL pages connect to; if unset, the page's own host",
    REALTIME_HTTP_API: [
      'off',
      'who may publish events on the real-time port: nobody (off), programs on this machine that have the secret (on), or anyone who has it (public)',
    ],
    REALTIME_SOCKETS_PER_ADDRESS: [
      `${SOCKETS_PER_ADDRESS.unknownProxy}`,
      `the maximum number of open sockets per IP address in each process; ${SOCKETS_PER_ADDRESS.customers} by default with TRUST_PROXY=on`,
    ],
    REALTIME_ENGINE: [
      'built-in',
      'pusher uses a Pusher-compatible service instead of the built-in endpoint',
    ],
    REALTIME_API_URL: 'the URL of the Pusher-compatible service, such as https://api-eu.pusher.com',
  },
}

export interface RealtimeConfig {
  realtime: RealtimeSettings
  realtimePort: number
  /** The host and port that pages connect to. If the host is null, pages use the one they were loaded from. */
  realtimeClient: { host: string | null; port: number }
}

interface Surroundings {
  production: boolean
  http: () => Pick<HttpSettings, 'trustProxy' | 'publicUrl'>
}

/** @throws SettingError */
export function readRealtimeSettings(env: Environment, around: Surroundings): RealtimeConfig {
  const realtimePort = () => portOf(env, 'REALTIME_PORT', 6001)
  return readAll({
    realtime: () => realtimeOf(env, around),
    realtimePort,
    realtimeClient: () => clientOf(env, around.http().publicUrl, realtimePort()),
  })
}

function realtimeOf(env: Environment, { production, http }: Surroundings): RealtimeSettings {
  const engine = () => choiceOf(env, 'REALTIME_ENGINE', ['built-in', 'pusher'], 'built-in')
  return readAll({
    appId: () => nameOf(env, 'REALTIME_APP_ID'),
    key: () => nameOf(env, 'REALTIME_APP_KEY'),
    secret: () => secretOf(env, production, engine()),
    httpApi: () => httpApiOf(env),
    serviceUrl: () => serviceUrlOf(env, engine()),
    limits: () => ({
      ...REALTIME_LIMITS,
      socketsPerAddress: socketsPerAddressOf(env, http().trustProxy),
    }),
  })
}

function httpApiOf(env: Environment): RealtimeSettings['httpApi'] {
  const httpApi = choiceOf(env, 'REALTIME_HTTP_API', ['off', 'on', 'public'], 'off')
  return httpApi === 'on' ? 'loopback' : httpApi
}

function serviceUrlOf(env: Environment, engine: string): URL | null {
  const apiUrl = urlOf(env, 'REALTIME_API_URL')
  if (engine !== 'pusher') return null
  if (apiUrl) return apiUrl
  throw new SettingError(
    'REALTIME_API_URL is missing: REALTIME_ENGINE=pusher needs the URL of the service',
  )
}

function nameOf(env: Environment, name: string): string {
  const text = env[name] || 'barq'
  if (/^[\w-]{1,100}$/.test(text)) return text
  throw new SettingError(`${name} must consist of at most 100 letters, digits, - and _`)
}

const SECRET_MIN = 32

/**
 * The configured secret, or a random one if none is required, in which case only this process can sign, until it stops.
 */
function secretOf(env: Environment, production: boolean, engine: string): string {
  const secret = env.REALTIME_APP_SECRET
  if (!secret) {
    if (!production && engine === 'built-in') return randomBytes(32).toString('hex')
    throw new SettingError(
      `REALTIME_APP_SECRET is missing: set it to a random string of at least ${SECRET_MIN} characters`,
    )
  }
  // A service determines the length of its own secret.
  if (production && engine === 'built-in' && secret.length < SECRET_MIN) {
    throw new SettingError(`REALTIME_APP_SECRET must have at least ${SECRET_MIN} characters`)
  }
  return secret
}

function socketsPerAddressOf(env: Environment, trustProxy: boolean): number {
  const { customers, unknownProxy } = SOCKETS_PER_ADDRESS
  return countOf(env, 'REALTIME_SOCKETS_PER_ADDRESS', trustProxy ? customers : unknownProxy)
}

/**
 * Where pages connect. A page served over TLS may not open an unencrypted socket, so it connects to the public URL's
 * port.
 */
function clientOf(
  env: Environment,
  publicUrl: string,
  realtimePort: number,
): RealtimeConfig['realtimeClient'] {
  const service = env.REALTIME_ENGINE === 'pusher' ? urlOf(env, 'REALTIME_API_URL') : null
  const elsewhere = urlOf(env, 'REALTIME_CLIENT_URL') ?? service
  const url = elsewhere ?? (publicUrl.startsWith('https:') ? new URL(publicUrl) : null)
  const port = url && (Number(url.port) || (url.protocol === 'https:' ? 443 : 80))
  return { host: elsewhere?.hostname ?? null, port: port ?? realtimePort }
}
