/** The engine that uses a Pusher-compatible service (Pusher, Soketi, Reverb). */
import Pusher from 'pusher'
import type { Message } from '../outbox/message.ts'
import type { Engine } from './engine.ts'
import { EVENT_DATA_BYTES_MAX } from './protocol.ts'
import type { RealtimeSettings } from './realtime.settings.ts'

const TIMEOUT_MS = 5_000
/** Pusher's maximum number of events per request. */
const BATCH_MAX = 10

/** @param warn receives failures of work that nothing awaits, and reports of unpublished events. */
export function createServiceEngine(
  settings: RealtimeSettings,
  apiUrl: URL,
  warn: (error: unknown, what: string) => void,
): Engine {
  const service = new Pusher({
    appId: settings.appId,
    key: settings.key,
    secret: settings.secret,
    host: apiUrl.hostname,
    ...(apiUrl.port !== '' && { port: apiUrl.port }),
    useTLS: apiUrl.protocol === 'https:',
    timeout: TIMEOUT_MS,
  })

  /**
   * Whether services accept the event. An oversized event makes a service reject the whole request, and retries would
   * delay all other events.
   */
  function isAccepted({ event, data }: Message): boolean {
    const bytes = Buffer.byteLength(data)
    if (bytes <= EVENT_DATA_BYTES_MAX) return true
    const limit = `services accept at most ${EVENT_DATA_BYTES_MAX} bytes`
    warn(undefined, `an event ${event} of ${bytes} bytes was not published: ${limit}`)
    return false
  }

  return {
    async publish(messages) {
      const events = messages.filter(isAccepted).flatMap(eventsOf)
      for (let start = 0; start < events.length; start += BATCH_MAX) {
        await service.triggerBatch(events.slice(start, start + BATCH_MAX))
      }
    },

    // Always true, because only the service knows which sockets it has.
    bind: async () => true,

    /** Closes all sockets signed in as the user. Clients whose sessions are still alive sign in again. */
    revoke(userId) {
      service
        .terminateUserConnections(String(userId))
        .catch((error: unknown) => warn(error, 'sockets of a revoked session could not be closed'))
    },

    upgrade: (_request, socket) => void socket.destroy(),
    listen: async ({ port }) => port,
    figures: () => ({
      connections: 0,
      channels: 0,
      subscriptions: 0,
      connected: 0,
      delivered: 0,
      cut: 0,
    }),
    close: async () => {},
  }
}

function eventsOf({ channels, event, data, exceptSocket }: Message): Pusher.BatchEvent[] {
  return channels.map((channel) => ({
    channel,
    name: event,
    data,
    ...(exceptSocket !== undefined && { socket_id: exceptSocket }),
  }))
}
