import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Connection } from './hub.ts'
import { CODE } from './protocol.ts'

/** How long a closing handshake may take before the socket is terminated, in milliseconds. */
export const CLOSING_MS = 1_000
/** The maximum interval between closes. Spreads out reconnections: pusher-js reconnects a second after a close. */
const DRAIN_MS_PER_SOCKET = 4

/**
 * Closes sockets with 1001, one after another, so that clients do not all reconnect at the same moment.
 * @param drainMs the maximum total time, not counting the last handshakes.
 */
export async function closeGradually(
  leaving: ReadonlyArray<[Connection, WebSocket]>,
  drainMs: number,
): Promise<void> {
  const step = Math.min(DRAIN_MS_PER_SOCKET, drainMs / leaving.length)
  const start = performance.now()
  for (const [index, [connection]] of leaving.entries()) {
    const wait = start + index * step - performance.now()
    if (wait > 1) await pause(wait)
    connection.close(CODE.goingAway, 'The server is stopping')
  }
  const isClosed = () => leaving.every(([, { readyState }]) => readyState === WebSocket.CLOSED)
  for (const end = performance.now() + CLOSING_MS; performance.now() < end && !isClosed(); ) {
    await pause(10)
  }
  for (const [, socket] of leaving) socket.terminate()
}
