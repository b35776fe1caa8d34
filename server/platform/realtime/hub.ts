/** This process's connections and their channels, independent of sockets and JSON. */
import type { Message } from '../outbox/message.ts'
import { eventFrame } from './protocol.ts'
import { createQuietTimes } from './quiet-times.ts'

export interface Connection {
  /** The protocol's `socket_id`. */
  readonly id: string
  readonly channels: Set<string>
  /** The user ids of the sessions that received signatures for this socket, keyed by session id. */
  readonly sessions: Map<number, number>
  /** The id of the user the client signed in as (`pusher:signin`); null if it has not signed in. */
  signedInAs: string | null
  rejections: number
  send(frame: string | Buffer): void
  /**
   * Leaves all channels and closes the connection. Nothing more is sent, except an error frame if the code is 4000 or
   * above.
   */
  close(code: number, reason: string): void
}

export type Hub = ReturnType<typeof createHub>

/** `connected` and `delivered` are totals since the process started; the other figures are current values. */
export interface HubFigures {
  connections: number
  channels: number
  subscriptions: number
  connected: number
  delivered: number
}

export function createHub() {
  const connections = new Map<string, Connection>()
  const members = new Map<string, Set<Connection>>()
  const quietTimes = createQuietTimes()
  let connected = 0
  let delivered = 0

  function leave(connection: Connection, channel: string): void {
    const others = members.get(channel)
    others?.delete(connection)
    if (others?.size === 0) members.delete(channel)
    connection.channels.delete(channel)
  }

  return {
    add(connection: Connection): void {
      connected++
      connections.set(connection.id, connection)
    },

    remove(connection: Connection): void {
      for (const channel of connection.channels) leave(connection, channel)
      connections.delete(connection.id)
    },

    find: (socketId: string): Connection | undefined => connections.get(socketId),

    all: (): IterableIterator<Connection> => connections.values(),

    join(connection: Connection, channel: string): void {
      const others = members.get(channel)
      if (others) others.add(connection)
      else members.set(channel, new Set([connection]))
      connection.channels.add(channel)
    },

    leave,

    quietTimes,

    /**
     * Sends the message to the channels' members in this process, once per channel, excluding the socket
     * `exceptSocket`.
     */
    deliver({ channels, event, data, exceptSocket }: Message): void {
      for (const channel of channels) {
        quietTimes.note(channel)
        const receivers = members.get(channel)
        if (!receivers) continue
        const frame = Buffer.from(eventFrame(event, data, channel))
        for (const connection of receivers) {
          if (connection.id === exceptSocket) continue
          connection.send(frame)
          delivered++
        }
      }
    },

    *occupied(): Generator<[channel: string, subscriptions: number]> {
      for (const [channel, { size }] of members) yield [channel, size]
    },

    figures(): HubFigures {
      let subscriptions = 0
      for (const { size } of members.values()) subscriptions += size
      return {
        connections: connections.size,
        channels: members.size,
        subscriptions,
        connected,
        delivered,
      }
    },
  }
}
