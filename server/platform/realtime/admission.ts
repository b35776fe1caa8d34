/** Decides who may open a socket, and with which close code others are rejected. */
import type { IncomingMessage } from 'node:http'
import { createKeyedSlots } from '../concurrency/keyed-slots.ts'
import { createTokenBucket } from '../concurrency/token-bucket.ts'
import { addressKey } from '../http/address-key.ts'
import { CODE, PROTOCOLS } from './protocol.ts'
import type { RealtimeLimits } from './realtime.settings.ts'

export interface Admission {
  key: string
  /** Whether pages from this origin may connect. Only browsers send an origin. */
  isOriginAllowed(origin: string): boolean
  trustProxy: boolean
  limits: RealtimeLimits
}

interface Rejection {
  code: number
  reason: string
}

/** An upgrade's outcome: a slot, to be released when its socket is gone, or a rejection. */
type Verdict = { release(): void } | { rejection: Rejection }

export function createAdmission({ key, isOriginAllowed, trustProxy, limits }: Admission) {
  const takeUpgrade = createTokenBucket(limits.upgradesAtOnce, limits.upgradesPerSecond)
  const acquireSocket = createKeyedSlots(limits.socketsPerAddress)

  return (
    request: IncomingMessage,
    { connections, isDraining }: { connections: number; isDraining: boolean },
  ): Verdict => {
    const from = addressKey(addressOf(request, trustProxy))
    if (!takeUpgrade(from)) {
      return refuse(CODE.overCapacity, 'Too many new connections from this IP address')
    }
    if (isDraining) return refuse(CODE.overCapacity, 'The server is stopping')
    if (connections >= limits.connections) return refuse(CODE.overCapacity, 'Over capacity')
    const { origin } = request.headers
    if (origin !== undefined && !isOriginAllowed(origin)) {
      return refuse(CODE.unauthorized, 'This origin may not connect')
    }
    const wrong = wrongAddress(request.url ?? '', key)
    if (wrong) return wrong
    // The slot is acquired last, so that rejected sockets take none. Many clients often share an IP address, so the
    // close code makes them retry until a slot is free.
    const release = acquireSocket(from)
    return release
      ? { release }
      : refuse(CODE.overCapacity, 'Too many open sockets from this IP address')
  }
}

function refuse(code: number, reason: string): { rejection: Rejection } {
  return { rejection: { code, reason } }
}

function wrongAddress(address: string, key: string): { rejection: Rejection } | null {
  const url = URL.parse(address, 'ws://here')
  const asked = /^\/app\/([^/]+)$/.exec(url?.pathname ?? '')?.[1]
  if (!url || asked === undefined) return refuse(CODE.unknownPath, 'Path not found')
  if (asked !== key) return refuse(CODE.unknownKey, 'This app key does not exist')
  const protocol = url.searchParams.get('protocol')
  if (protocol === null) return refuse(CODE.missingVersion, 'No protocol version supplied')
  if (!/^\d{1,9}$/.test(protocol)) {
    return refuse(CODE.malformedVersion, 'The protocol version is not a number')
  }
  const isSpoken = Number(protocol) >= PROTOCOLS.oldest && Number(protocol) <= PROTOCOLS.newest
  return isSpoken ? null : refuse(CODE.unsupportedVersion, 'Unsupported protocol version')
}

/** The client's IP address. Behind a trusted proxy, it is the last entry in X-Forwarded-For, which the proxy added. */
function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last || (request.socket.remoteAddress ?? '')
}
