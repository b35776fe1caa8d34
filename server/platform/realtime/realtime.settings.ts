/** What the real-time part can be told. Read from the environment in server/config.ts. */

export interface RealtimeSettings {
  appId: string
  /** Public: every page carries it. */
  key: string
  /** Signs channel authorisations and calls of the HTTP API. */
  secret: string
  /** Who may call the signed HTTP API on the real-time port. */
  httpApi: 'off' | 'loopback' | 'public'
  /** Where to publish when a Pusher-compatible service takes the place of the built-in endpoint. */
  serviceUrl: URL | null
  limits: Readonly<RealtimeLimits>
}

export interface RealtimeLimits {
  /** Silence after which a socket is asked whether it lives; clients are told it in seconds. */
  activityMs: number
  /** How long it may take to answer. */
  pongMs: number
  /** How often silent and stalled sockets are looked for. */
  sweepMs: number
  /** Sockets of this process. */
  connections: number
  /** Sockets of one address, which many customers share at times. */
  socketsPerAddress: number
  /** New sockets of one address: at once, and for each second that passes. */
  upgradesAtOnce: number
  upgradesPerSecond: number
  /** Signatures that one session may ask for: at once, and for each second that passes. */
  signaturesAtOnce: number
  signaturesPerSecond: number
  channelsPerSocket: number
  /** How long a socket may be there that hears no channel and is signed in as nobody. */
  idleMs: number
  /** Frames of one socket: at once, and for each second that passes. */
  framesAtOnce: number
  framesPerSecond: number
  /** Frames beyond those after which a socket is closed. */
  excessFramesPerSocket: number
  /** Refused subscriptions after which a socket is closed. */
  refusalsPerSocket: number
  /** Bytes of one frame from a client. */
  frameBytes: number
  /** What may wait for a client that reads slowly, in bytes and for how long. */
  bufferBytes: number
  bufferMs: number
  /** How often sessions behind the sockets are looked up again, in case one ran out. */
  recheckMs: number
  /** Over how long the sockets of a full process are closed when it stops. */
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
  // A proxy whose word is not trusted makes all customers one address.
  upgradesAtOnce: 5_000,
  upgradesPerSecond: 100,
  signaturesAtOnce: 3_000,
  signaturesPerSecond: 100,
  channelsPerSocket: 100,
  // As activityMs: the client of a guest connects again after each, and is no burden until then.
  idleMs: 120_000,
  // A page that subscribes to all the channels it may hear is far from them.
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
