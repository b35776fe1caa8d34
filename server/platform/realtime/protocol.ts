/** The vocabulary of the Pusher Channels protocol: codes, channel names, outgoing frames. */
import type { ShopEvent } from '#contract/events.ts'
import type { Message } from '../outbox/message.ts'

/**
 * Close codes. How pusher-js reacts decides whether an error becomes a storm: below 4100 it stops,
 * from 4100 it retries after a second, from 4200 it retries with no delay, from 4300 it stops, and
 * after plain WebSocket codes it reconnects after a second.
 */
export const CODE = {
  goingAway: 1001,
  binary: 1003,
  unknownKey: 4001,
  unknownPath: 4005,
  malformedVersion: 4006,
  unsupportedVersion: 4007,
  missingVersion: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  noPong: 4201,
  inactive: 4202,
  /** A client's event, or more frames than a socket may send. */
  messageRefused: 4301,
} as const

/** Versions of the protocol that this endpoint supports. */
export const PROTOCOLS = { oldest: 5, newest: 7 } as const

export const SOCKET_ID = /^\d{1,20}\.\d{1,20}$/
/** Bytes of an event's data: Pusher's limit, which other services share. */
export const EVENT_DATA_BYTES_MAX = 10_240

const CHANNEL_NAME = /^[A-Za-z0-9_\-=@,.;]{1,200}$/
const USER_CHANNEL_PREFIX = '#server-to-user-'

/** The kind of channel by its name, which decides who may join; null for an invalid name. */
export type ChannelKind =
  | { kind: 'public' | 'private' }
  | { kind: 'user'; userId: string }
  | { kind: 'unavailable'; reason: string }

/** Kinds of channels that this endpoint does not support, by the prefix of their names. */
const UNAVAILABLE: ReadonlyArray<[prefix: string, what: string]> = [
  ['presence-', 'Presence'],
  ['private-encrypted-', 'Encrypted'],
  ['private-cache-', 'Cache'],
  ['cache-', 'Cache'],
]

export function channelKind(name: string): ChannelKind | null {
  if (name.startsWith(USER_CHANNEL_PREFIX)) {
    const userId = name.slice(USER_CHANNEL_PREFIX.length)
    return CHANNEL_NAME.test(userId) ? { kind: 'user', userId } : null
  }
  if (!CHANNEL_NAME.test(name)) return null
  const unavailable = UNAVAILABLE.find(([prefix]) => name.startsWith(prefix))
  if (unavailable) {
    return { kind: 'unavailable', reason: `${unavailable[1]} channels are not supported.` }
  }
  return { kind: name.startsWith('private-') ? 'private' : 'public' }
}

/** The message for an event of the shop. @param about the id of the customer, for events about a customer. */
export function message<Payload, About extends [customerId: number] | []>(
  event: ShopEvent<Payload, About>,
  payload: Payload,
  ...about: About
): Message {
  return { channels: event.channels(...about), event: event.name, data: JSON.stringify(payload) }
}

/** The frame of an event. Data is JSON text inside JSON, as every client expects it. */
export function eventFrame(event: string, data: string, channel?: string): string {
  return JSON.stringify({ event, channel, data })
}

export function establishedFrame(socketId: string, activityMs: number): string {
  // Zero or none would make pusher-js reject the handshake.
  const seconds = Math.ceil(activityMs / 1000)
  const data = JSON.stringify({ socket_id: socketId, activity_timeout: seconds })
  return eventFrame('pusher:connection_established', data)
}

/**
 * @param code never null before the connection is established: pusher-js 8.6 throws on it there.
 */
export function errorFrame(code: number | null, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } })
}

/** Reaches the channel's own handler in pusher-js, which an error frame does not. */
export function subscriptionErrorFrame(channel: string, error: string): string {
  const data = { type: 'AuthError', error, status: 401 }
  return JSON.stringify({ event: 'pusher:subscription_error', channel, data })
}
