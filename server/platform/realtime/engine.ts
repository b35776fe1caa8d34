/** The interface of a real-time engine. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Message } from '../outbox/message.ts'
import type { Binding } from './bus.ts'
import type { HubFigures } from './hub.ts'

export interface Engine {
  /** Hands the messages over in order; resolves when they are on their way. */
  publish(messages: readonly Message[]): Promise<void>
  /**
   * Records which session is about to get a signature for the socket.
   * @returns whether the socket is connected; only then may it get the signature.
   */
  bind(binding: Binding): Promise<boolean>
  /** Closes the sockets of the user's sessions that are no longer alive. */
  revoke(userId: number): void
  /** For the `upgrade` event of an HTTP server that shares its port with the sockets. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Opens the port of the real-time endpoint, if there is one.
   * @returns the port that it got.
   * @throws the error of `listen`, such as EADDRINUSE.
   */
  listen(at: { host: string; port: number }): Promise<number>
  figures(): HubFigures & { cut: number }
  /** Closes clients gradually; resolves when they are gone. */
  close(): Promise<void>
}

/** What the engine needs from accounts. */
export interface Rules {
  /** Which of the sessions are alive now, and whether their users may read orders. */
  aliveSessions(ids: readonly number[]): Promise<Map<number, { readsOrders: boolean }>>
}
