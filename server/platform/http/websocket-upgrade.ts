import type { IncomingMessage } from 'node:http'

/** For `shouldUpgradeCallback` of an HTTP server: other upgrades (h2c) stay ordinary requests. */
export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}
