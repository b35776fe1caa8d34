import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Message } from '../outbox/message.ts'
import type { Binding } from './bus.ts'
import type { HubFigures } from './hub.ts'

export interface Engine {
  /** Publishes messages in order. Resolves once they have been sent. */
  publish(messages: readonly Message[]): Promise<void>
  /**
   * Records the session that is about to get a signature for the socket.
   * @returns false if the socket was not found, in which case the session must not get the signature.
   */
  bind(binding: Binding): Promise<boolean>
  /** Closes the user's sockets whose sessions have ended. */
  revoke(userId: number): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Opens the real-time endpoint's port, if the engine has one.
   * @returns the port.
   * @throws errors from `listen`, such as EADDRINUSE.
   */
  listen(at: { host: string; port: number }): Promise<number>
  figures(): HubFigures & { cut: number }
  /** Closes sockets gradually. Resolves once they are gone. */
  close(): Promise<void>
}

export interface Rules {
  /** @returns the sessions that are currently alive, keyed by id, each with whether its user may read orders. */
  aliveSessions(ids: readonly number[]): Promise<Map<number, { readsOrders: boolean }>>
}
