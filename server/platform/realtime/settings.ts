/** Settings of the real-time part, read from the environment in server/config.ts. */

export interface RealtimeSettings {
  appId: string
  /** Public: every page carries it. */
  key: string
  /** Signs channel authorisations and calls of the HTTP API. */
  secret: string
  /** Who may call the signed HTTP API on the real-time port. */
  httpApi: 'off' | 'loopback' | 'public'
  /** The URL of a Pusher-compatible service that replaces the built-in endpoint. */
  serviceUrl: URL | null
  limits: Readonly<RealtimeLimits>
}

export interface RealtimeLimits {
  /** Silence after which a socket is pinged; clients receive it in seconds. */
  activityMs: number
  /** Time to answer the ping. */
  pongMs: number
  /** Interval of the search for silent and stalled sockets. */
  sweepMs: number
  /** Sockets of this process. */
  connections: number
  /** Sockets of one address, which many customers may share. */
  socketsPerAddress: number
  /** New sockets of one address: at once, and for each second that passes. */
  upgradesAtOnce: number
  upgradesPerSecond: number
  /** Signatures that one session may ask for: at once, and for each second that passes. */
  signaturesAtOnce: number
  signaturesPerSecond: number
  channelsPerSocket: number
  /** Time that a socket may stay without a channel and without a signed-in user. */
  idleMs: number
  /** Frames of one socket: at once, and for each second that passes. */
  framesAtOnce: number
  framesPerSecond: number
  /** Excess frames after which a socket is closed. */
  excessFramesPerSocket: number
  /** Refused subscriptions after which a socket is closed. */
  refusalsPerSocket: number
  /** Bytes of one frame from a client. */
  frameBytes: number
  /** What may wait for a client that reads slowly, in bytes and for how long. */
  bufferBytes: number
  bufferMs: number
  /** How often the sockets' sessions are looked up again, in case one expired. */
  recheckMs: number
  /** The time over which the sockets of a full process are closed when it stops. */
  drainMs: number
}

/** Without a trusted proxy one address may be that of a proxy, and so of all customers. */
export const SOCKETS_PER_ADDRESS = { customers: 200, unknownProxy: 2_000 } as const

export const REALTIME_LIMITS: Readonly<RealtimeLimits> = {
  activityMs: 120_000,
  pongMs: 30_000,
  sweepMs: 5_000,
  connections: 10_000,
  socketsPerAddress: SOCKETS_PER_ADDRESS.unknownProxy,
  // An untrusted proxy makes all customers one address.
  upgradesAtOnce: 5_000,
  upgradesPerSecond: 100,
  signaturesAtOnce: 3_000,
  signaturesPerSecond: 100,
  channelsPerSocket: 100,
  // As activityMs: a guest's client reconnects after each, and costs little until then.
  idleMs: 120_000,
  // A page that subscribes to all its channels stays far below these.
  framesAtOnce: 200,
  framesPerSecond: 20,
  excessFramesPerSocket: 10,
  refusalsPerSocket: 10,
  frameBytes: 64 * 1024,
  bufferBytes: 1024 * 1024,
  bufferMs: 30_000,
  recheckMs: 60_000,
  drainMs: 2_000,
}
