import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Message } from '../outbox/message.ts'
import type { Binding } from './bus.ts'
import type { HubFigures } from './hub.ts'

export interface Engine {
  /** Publishes messages in order; resolves when they are on their way. */
  publish(messages: readonly Message[]): Promise<void>
  /**
   * Records which session is about to get a signature for the socket.
   * @returns false if the socket was not found: the session must not get the signature.
   */
  bind(binding: Binding): Promise<boolean>
  /** Closes the user's sockets whose sessions have ended. */
  revoke(userId: number): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Opens the port of the real-time endpoint, if the engine has one.
   * @returns the port.
   * @throws the error of `listen`, such as EADDRINUSE.
   */
  listen(at: { host: string; port: number }): Promise<number>
  figures(): HubFigures & { cut: number }
  /** Closes sockets gradually; resolves when they are gone. */
  close(): Promise<void>
}

export interface Rules {
  /** The sessions that are alive now, by id, each with whether its user may read orders. */
  aliveSessions(ids: readonly number[]): Promise<Map<number, { readsOrders: boolean }>>
}
