import type { IncomingMessage } from 'node:http'

/** For an HTTP server's `shouldUpgradeCallback`. Other upgrade requests (h2c) are handled as ordinary requests. */
export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}
