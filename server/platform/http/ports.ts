import { createServer } from 'node:net'
import { StartError } from '../start-error.ts'

export interface Wanted {
  name: string
  port: number
}

/**
 * Checks that the ports are available before any work that needs them starts.
 * @throws StartError naming the first port that is in use or not allowed.
 */
export async function assertPortFree(host: string, wanted: readonly Wanted[]): Promise<void> {
  for (const { name, port } of wanted) {
    // Port 0 means any free port.
    if (port === 0) continue
    const server = createServer()
    await new Promise<void>((listening, failed) => {
      server.once('error', failed)
      server.listen({ host, port }, listening)
    }).catch(explainPort({ name, port }))
    await new Promise((closed) => server.close(closed))
  }
}

export function explainPort({ name, port }: Wanted): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE') {
      throw new StartError(
        `port ${port} is in use: stop the program that uses it, or set ${name} to another port`,
      )
    }
    if (error.code === 'EACCES') {
      throw new StartError(`not allowed to open port ${port}: set ${name} to another port`)
    }
    throw error
  }
}
