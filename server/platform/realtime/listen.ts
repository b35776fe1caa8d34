import { lookup } from 'node:dns/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { isWebSocketUpgrade } from '../http/websocket-upgrade.ts'

export interface Listening {
  port: number
  /** Stops accepting connections. Resolves once the existing ones have ended. */
  close(): Promise<void>
}

/**
 * Listens on every IP address of the host name; `localhost` has two on most machines.
 * @throws errors from `lookup` (ENOTFOUND), or from `listen` (EADDRINUSE, EACCES) for the first address that fails.
 */
export async function listen(
  { host, port }: { host: string; port: number },
  handlers: {
    request(request: IncomingMessage, response: ServerResponse): void
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  },
): Promise<Listening> {
  const addresses = await lookup(host, { all: true })
  const servers: Server[] = []
  const close = async () => void (await Promise.all(servers.map(closeServer)))
  let bound = port
  try {
    for (const { address } of addresses) {
      const server = createServer(
        {
          requestTimeout: 10_000,
          headersTimeout: 8_000,
          connectionsCheckingInterval: 1_000,
          shouldUpgradeCallback: isWebSocketUpgrade,
        },
        handlers.request,
      )
      server.on('upgrade', handlers.upgrade)
      if (await bind(server, address, bound)) servers.push(server)
      // Port 0 picks any free port, which is then also used for the other addresses.
      bound = (servers[0]?.address() as AddressInfo | undefined)?.port ?? bound
    }
    return { port: bound, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @returns false if the machine does not have the address, even though the name resolves to it. */
function bind(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else reject(error)
    })
    server.listen({ host, port }, () => resolve(true))
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
