/** The connections of this process and their channels. Knows no socket and no JSON. */
import type { Message } from '../outbox/message.ts'
import { eventFrame } from './protocol.ts'
import { createQuietTimes } from './quiet-times.ts'

/** One connected client. */
export interface Connection {
  /** The protocol's `socket_id`. */
  readonly id: string
  readonly channels: Set<string>
  /** Sessions that received signatures for this socket, with their users. */
  readonly sessions: Map<number, number>
  /** The user it signed in as (pusher:signin), by the id in its user_data. */
  signedInAs: string | null
  rejections: number
  send(frame: string | Buffer): void
  /** Sends nothing more, leaves every channel and closes. For codes below 4000, no error frame is sent first. */
  close(code: number, reason: string): void
}

export type Hub = ReturnType<typeof createHub>

/** Figures for /metrics; the second half are counters. */
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

    /** Removes the connection from every index. */
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

    /** Sends to every member of the channels in this process, once for each channel. */
    deliver({ channels, event, data, exceptSocket }: Message): void {
      for (const channel of channels) {
        quietTimes.note(channel)
        const receivers = members.get(channel)
        if (!receivers) continue
        // Encoded once, whatever the number of subscribers.
        const frame = Buffer.from(eventFrame(event, data, channel))
        for (const connection of receivers) {
          if (connection.id === exceptSocket) continue
          connection.send(frame)
          delivered++
        }
      }
    },

    /** The number of subscribed sockets, for each channel that has any. */
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
