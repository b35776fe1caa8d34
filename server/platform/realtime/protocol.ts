/** The vocabulary of the Pusher Channels protocol: close codes, channel names, outgoing frames. */
import type { ShopEvent } from '#contract/events.ts'
import type { Message } from '../outbox/message.ts'

/**
 * Close codes, which determine whether pusher-js reconnects, potentially in a storm. From 4000, it stops; from 4100, it
 * retries after a second; from 4200, it retries immediately; from 4300, it stops; and after plain WebSocket codes, it
 * reconnects after a second.
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
  /** For events that clients may not send, and for exceeding a socket's frame limit. */
  messageRefused: 4301,
} as const

export const PROTOCOLS = { oldest: 5, newest: 7 } as const

export const SOCKET_ID = /^\d{1,20}\.\d{1,20}$/
/** The maximum size of an event's data, in bytes. This is Pusher's limit, and other services share it. */
export const EVENT_DATA_BYTES_MAX = 10_240

const CHANNEL_NAME = /^[A-Za-z0-9_\-=@,.;]{1,200}$/
const USER_CHANNEL_PREFIX = '#server-to-user-'

/** A channel's kind, which determines who may join. It is derived from the channel's name. */
export type ChannelKind =
  | { kind: 'public' | 'private' }
  | { kind: 'user'; userId: string }
  | { kind: 'unavailable'; reason: string }

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

/**
 * Creates the message that announces a shop event.
 * @param about the customer's id, for events about a customer.
 */
export function message<Payload, About extends [customerId: number] | []>(
  event: ShopEvent<Payload, About>,
  payload: Payload,
  ...about: About
): Message {
  return { channels: event.channels(...about), event: event.name, data: JSON.stringify(payload) }
}

/** @param data JSON, which the frame contains as a string because every client expects that. */
export function eventFrame(event: string, data: string, channel?: string): string {
  return JSON.stringify({ event, channel, data })
}

export function establishedFrame(socketId: string, activityMs: number): string {
  // pusher-js rejects the handshake unless `activity_timeout` is above 0.
  const seconds = Math.ceil(activityMs / 1000)
  const data = JSON.stringify({ socket_id: socketId, activity_timeout: seconds })
  return eventFrame('pusher:connection_established', data)
}

/** @param code must not be null until the connection is established, because pusher-js 8.6 then throws on null. */
export function errorFrame(code: number | null, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } })
}

/** Rejects a subscription. In pusher-js, this frame reaches the channel's own handler, unlike an error frame. */
export function subscriptionErrorFrame(channel: string, error: string): string {
  const data = { type: 'AuthError', error, status: 401 }
  return JSON.stringify({ event: 'pusher:subscription_error', channel, data })
}
